"""What every test may ask for."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings


@pytest.fixture(scope="session")
def testdata() -> Path:
    """Return the folder of outside data (rules/, cases/, games/), or skip: it is not part of the repository."""
    folder = os.environ.get("TIANYUAN_TESTDATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("TIANYUAN_TESTDATA names no folder of outside test data")
    return Path(folder)


def pytest_configure(config: pytest.Config) -> None:
    """Give property tests the same examples in every run but the soak, which looks for new ones, and no time limit.

    Stops where another core than the one that was asked for (`make debug`, `make sanitize`) would be tested.
    """
    import gocore

    unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("new", unhurried)
    settings.register_profile("same", unhurried, derandomize=True)
    settings.load_profile("new" if config.option.markexpr == "soak" else "same")

    wanted = os.environ.get("TIANYUAN_CORE", "")
    if wanted not in Path(gocore.__file__).as_posix():
        raise pytest.UsageError(f"the core under test is {gocore.__file__}, not the one in {wanted}")


def pytest_report_header() -> str:
    """Say which core is under test: the debug build and the normal one look alike from outside."""
    import gocore

    return f"core: {gocore.__file__}"
