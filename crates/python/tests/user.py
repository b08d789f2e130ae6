"""A script as a user writes it, checked by `mypy --strict`."""

from concurrent.futures import ProcessPoolExecutor

import beatenzone as bz

scenario = bz.Scenario.new("cqb", blue={"team": 4}, red={"gunmen": 6})
scenario["field.range"] = 12
scenario.red.gunmen.count = 5
scenario.sweep["red.gunmen.count"] = [4, 5, 6]
scenario.variants["jokers miss"] = {"rules.joker_fire": "miss"}
for key in scenario.keys():
    print(key.key, key.value, key.about)


def show(done: int, most: int, doing: str) -> None:
    print(f"{done} of {most} {doing}")


if __name__ == "__main__":
    result: bz.Result = scenario.run(progress=show)
    table: bz.Table = result.table("differences")
    print(result.sentences, table.columns, len(table), table.metadata["beatenzone.seed"])
    with ProcessPoolExecutor() as executor:
        print(scenario.run(executor=executor).result_hash == result.result_hash)
    found: bz.Found = scenario.levers()
    other = scenario.copy()
    other["field.range"] = 24
    both: bz.Result = scenario.compare(other)
    fair: bz.Found = scenario.balance("red.gunmen.count", "blue.win = 50 %")
    replay: bz.Replay = scenario.replay(pick="typical")
    print(found.render("json"), fair.table().columns, both.basis, replay.html)
