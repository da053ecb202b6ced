"""The papers of an event: one self-contained HTML report, round sheets, regulations (Article 31).

Everything is inside the file: style, script, pictures, records. It opens from disk and asks no network for anything.
The same database gives the same bytes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from engine.errors import EventError
from engine.match import page
from engine.match.store import write_once
from engine.tournament.consistency import planned_rounds
from engine.tournament.event import Event
from engine.tournament.export import as_json
from engine.tournament.plots import elo_text
from engine.tournament.report_data import Records, records_of, report_data
from engine.tournament.state import State
from engine.tournament.venue import Venue
from engine.wording import extra

TEMPLATES = Path(__file__).parent / "templates"


@cache
def environment() -> Any:
    """Return the templates, ready to be filled in; raise EventError where Jinja2 is missing."""
    try:
        import jinja2
    except ImportError:
        raise EventError(f"reports need Jinja2: {extra('events')}") from None
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters["elo"] = elo_text
    return made


def html_report(state: State, records: Records | None = None, live: bool = False) -> str:
    """Return the report as one HTML file; `live` adds what renews it while it is served by `watch`."""
    data = report_data(state, records or Records())
    template = environment().get_template("report.html.j2")
    board = page.board(data["games"])
    return str(template.render(data, css=page.part("report.css"), policy=page.POLICY, board=board, live=live))


def round_sheets(state: State) -> str:
    """Return the printed round sheets as one HTML file, a page a round, with room for signatures (Article 31.4)."""
    data = report_data(state, Records())
    return str(environment().get_template("rounds.html.j2").render(data, css=page.part("report.css")))


def regulations(event: Event) -> str:
    """Return the supplementary regulations as Markdown, drafted from the event file (Article 31.1)."""
    return str(environment().get_template("regulations.md.j2").render(event=event, rounds=planned_rounds(event)))


def write_papers(venue: Venue) -> list[Path]:
    """Write report.html, rounds.html, regulations.md and summary.json beside the database; return their paths."""
    state = venue.director.state
    records = records_of(venue)
    papers = {
        "report.html": html_report(state, records),
        "rounds.html": round_sheets(state),
        "regulations.md": regulations(venue.event),
        "summary.json": as_json(state),
    }
    for name, text in papers.items():
        write_once(venue.folder / name, text)
    return [venue.folder / name for name in papers]
