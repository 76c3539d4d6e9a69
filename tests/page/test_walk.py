"""A walk at random through everything that changes the figure."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from playwright.sync_api import expect

from tests.helpers.states import PRESETS
from tests.reference import MATRICES


def test_any_walk_through_the_states_agrees_with_the_oracle(page):
    texts = st.sampled_from(["0", "1", "-1", "2", "1/3", "√2", "-0.5", "３", "sqrt(2)/2", "1e-3"])
    axes = st.sampled_from(["T", "d_in", "d_k", "d_v"])

    class Walk(RuleBasedStateMachine):
        @initialize(name=st.sampled_from([name for name in PRESETS if name != "large-scores"]))
        def start(self, name):
            page.tab.keyboard.press("Escape")
            page.preset(name)

        @rule(data=st.data(), name=st.sampled_from(MATRICES), text=texts)
        def edit_or_pin(self, data, name, text):
            rows = page.read()[name]
            row = data.draw(st.integers(0, len(rows) - 1))
            column = data.draw(st.integers(0, len(rows[0]) - 1))
            page.type(name, row, column, text)
            expect(page.cell(name, row, column)).to_have_value(text)

        @rule(axis=axes, by=st.sampled_from(["1", "-1"]))
        def resize(self, axis, by):
            button = page.locator(f'[data-grow="{axis}"][data-by="{by}"]')
            size = int(page.locator(f'[data-size="{axis}"]').input_value())
            if 1 <= size + int(by) <= 6:
                button.click()
                expect(page.locator(f'[data-size="{axis}"]')).to_have_value(str(size + int(by)))

        @precondition(lambda self: page.action("undo").is_enabled())
        @rule()
        def undo(self):
            page.action("undo").click()

        @precondition(lambda self: page.action("redo").is_enabled())
        @rule()
        def redo(self):
            page.action("redo").click()

        @precondition(lambda self: page.action("unpin-all").is_visible())
        @rule()
        def unpin(self):
            page.action("unpin-all").click()

        @invariant()
        def every_matrix_agrees(self):
            page.settled()
            page.agrees_with_oracle()
            for name in MATRICES:
                rows = page.read()[name]
                assert page.matrix(name).locator(".shape").inner_text() == f"[{len(rows)},{len(rows[0])}]"

    run_state_machine_as_test(Walk, settings=settings(max_examples=12, stateful_step_count=12,
                                                      suppress_health_check=list(HealthCheck)))
