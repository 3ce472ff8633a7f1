"""The lesson on paper: a sheet for students, and one with the answers of the chosen space."""

import html
import re

from zipfviz.common.nouns import counted, noun
from zipfviz.figures.style.text import count
from zipfviz.lesson.noise import noise_band, noise_sentence
from zipfviz.lesson.steps import LESSON, Step
from zipfviz.space.word_space import WordSpace

STYLE = """@page { margin: 1.5cm; }
body { font: 12pt/1.45 Georgia, serif; max-width: 17cm; margin: 1.5cm auto; }
h1 { font-size: 18pt; margin: 0; } h2 { font-size: 13pt; margin: 1em 0 0.2em; }
p { margin: 0.4em 0; }
section { break-inside: avoid; } .line { border-bottom: 1px solid #777; height: 2.4em; }
.answer { border-left: 3px solid #1d62c4; padding-left: 0.7em; } footer { color: #555; }
.blank { white-space: nowrap; } @media print { body { margin: 0 auto; font-size: 11pt; }
  body.answers { font-size: 10pt; line-height: 1.35; }
  .students section:nth-of-type(4) { break-before: page; } }"""
TITLE = "Types, tokens and the average word"


def worksheet_markdown(space: WordSpace, answers: bool) -> str:
    """Write the worksheet as Markdown; with `answers`, each computed from the space, and why.

    Answers about lengths say whether noise with the same frequencies gives as much, which is drawn
    where the space does not hold it yet: about ten seconds for 250,000 words.
    """
    parts = [f"# {TITLE}", "", _about(space)]
    for i, step in enumerate((each.of(space) for each in LESSON), 1):
        parts += ["", f"## {i}. {step.title}", "", step.question, ""]
        if answers:
            parts += [f"**Answer.** {_answer(step, space)}", "", f"**Why.** {step.why}"]
        else:
            parts += [
                f"My guess: ____________ {step.unit}".rstrip(),
                "",
                "Answer: _________",
            ]
            parts += ["", "Why, in my own words: ______________________________________________"]
    return "\n".join(parts) + "\n"


def worksheet_html(space: WordSpace, answers: bool) -> str:
    """Write the worksheet as one HTML page that prints on A4 or letter."""
    body = []
    for i, step in enumerate((each.of(space) for each in LESSON), 1):
        body.append(
            f"<section><h2>{i}. {html.escape(step.title)}</h2><p>{_bold(step.question)}</p>"
        )
        if answers:
            told, why = (html.escape(text) for text in (_answer(step, space), step.why))
            body.append(f"<p class='answer'><b>Answer.</b> {told}<br><b>Why.</b> {why}</p>")
        else:
            body.append(
                f"<p>{_blank('My guess')} {html.escape(step.unit)}&emsp; "
                f"{_blank('Answer')}</p><p>Why, in my own words:</p>"
                "<div class='line'></div><div class='line'></div>"
            )
        body.append("</section>")
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        f"<title>{TITLE}</title><style>{STYLE}</style></head>"
        f"<body class='{'answers' if answers else 'students'}'><h1>{TITLE}</h1>"
        f"{''.join(body)}<footer><p>{html.escape(_about(space))}</p></footer></body></html>\n"
    )


def _answer(step: Step, space: WordSpace) -> str:
    """The answer and, of lengths, whether noise would give as much; it is drawn where missing."""
    answer = step.answer(space)
    band = noise_band(space, step)
    beside = "" if band is None else noise_sentence(step, answer.value, band)
    return f"{answer.sentence} {beside}".rstrip()


def _about(space: WordSpace) -> str:
    return (
        f"Computed from {space.report.embedding} with {space.report.frequency}: "
        f"{count(len(space))} {noun(len(space), 'words')}, {counted(space.d, 'dimensions')}."
    )


def _blank(label: str) -> str:
    """What is to be written, and the line for it, never on two lines."""
    return f"<span class='blank'>{label}: <u>{'&emsp;' * 8}</u></span>"


def _bold(markdown: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(markdown))
