<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.2" name="ground" tilewidth="16" tileheight="16" tilecount="15" columns="7">
 <image source="ground.png" width="112" height="48"/>
 <tile id="0" type="wall"/>
 <tile id="1" type="floor"/>
 <tile id="2" type="rough"/>
 <tile id="3" type="door"/>
 <tile id="4" type="doorway"/>
 <tile id="5" type="window"/>
 <tile id="6" type="low wall"/>
 <tile id="7" type="block"/>
 <tile id="8" type="rubble"/>
 <tile id="9" type="bush"/>
 <tile id="10" type="thicket"/>
 <tile id="11" type="seat"/>
 <tile id="12" type="wood"/>
 <tile id="13" type="gap"/>
 <tile id="14" type="hill"/>
</tileset>
