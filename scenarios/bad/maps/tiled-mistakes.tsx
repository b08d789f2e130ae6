<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ground" tilewidth="16" tileheight="16" tilecount="4" columns="4">
 <tile id="0" type="wal"/>
 <tile id="1" type="floor"/>
 <tile id="2" type="rough"/>
 <tile id="3" type="dor"/>
</tileset>
