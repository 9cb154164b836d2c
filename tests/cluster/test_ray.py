"""A real Ray cluster of two nodes on this machine, one of which is killed in mid-run."""

from __future__ import annotations

import os

import pytest

if os.environ.get("REQUIRE_RAY"):
    import ray
else:
    ray = pytest.importorskip("ray", reason="Ray is not installed; `python3 run.py test --cluster` does that")

from ray.cluster_utils import Cluster as TwoNodes

import typhoon
from typhoon.lab.cluster import Cluster, NoCluster
from typhoon.lab.experiment import Experiment
from typhoon.lab.pools import in_this_process
from typhoon.lab.running import Run

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(300)]

EXPERIMENT = Experiment(
    game="red-typhoon",
    games=12,
    players={"soviet": "random", "german": "random"},
    arms={"printed": {}, "kinder": {"charts": {"crt": {"1:1": {"0": "C"}}}}},
)


@pytest.fixture
def nodes():
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    cluster = TwoNodes(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    yield cluster
    cluster.shutdown()


def test_a_node_that_dies_costs_no_result(nodes, tmp_path):
    second = next(node for node in nodes.worker_nodes)
    run = Run(EXPERIMENT, tmp_path / "cluster")

    def kill_one(run):
        if run.played == 3:
            nodes.remove_node(second, allow_graceful=False)

    run.go(Cluster(nodes.address), kill_one)
    assert run.state.done == 24 and run.state.broken == 0
    alone = Run(EXPERIMENT, tmp_path / "alone")
    alone.go(in_this_process)
    assert run.rows_digest() == alone.rows_digest()


def test_a_player_who_hangs_is_cut_off_and_the_run_goes_on(nodes, tmp_path):
    (tmp_path / "hangs.py").write_text(
        "class Hangs:\n"
        "    def __init__(self, side, rng): pass\n"
        "    def choose(self, seat):\n"
        "        while True: pass\n"
    )
    (tmp_path / "winter.toml").write_text(
        'game = "red-typhoon"\n'
        "games = 2\n"
        'players = { soviet = "random", german = "random" }\n'
        "[arms.sound]\n"
        '[arms.hangs]\nlimit = 4\nplayers.german = "hangs.py:Hangs"\n'
    )
    run = Run(Experiment.read(tmp_path / "winter.toml"), tmp_path / "cluster")
    run.go(Cluster(nodes.address))
    cut_off = "cut off: it took longer than 4 seconds"
    assert [game.broken for game in run.log.records(run.keys())] == ["", "", cut_off, cut_off]
    journals = sorted((tmp_path / "cluster" / "broken").iterdir())
    assert [typhoon.load(journal.read_text()).result for journal in journals] == [None, None]


def test_where_there_is_no_cluster_it_is_said(tmp_path):
    with pytest.raises(NoCluster, match=r"there is no Ray cluster at '127\.0\.0\.1:1'"):
        Run(EXPERIMENT, tmp_path / "none").go(Cluster("127.0.0.1:1"))
