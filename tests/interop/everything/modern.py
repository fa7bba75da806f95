"""What only 2026-07-28 has: listening, and the rounds of a call, driven by hand."""

import anyio
import mcp_types as types
from mcp.client.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError

from client import INVALID_PARAMS, need
from match import short
from peer import ELICIT, ROOTS, SAMPLE, filled, plain
from steps import WATCHED, texts

REFUSED = "test_input_required_result_"


async def no_more(sub, what):
    """Nothing more has come on a listen that is still open."""
    with anyio.move_on_after(0.05):
        event = await anext(sub, "its end")
        raise AssertionError(f"{what}: {event}")


async def comes(sub, wanted):
    event = await anext(sub, "its end")
    need(event == wanted, f"{event} instead of {wanted}")


def honored(sub):
    return sub.honored.model_dump(by_alias=True, exclude_none=True)


async def listen(peer):
    tools, updated = ToolsListChanged(), ResourceUpdated(WATCHED)
    prompts = PromptsListChanged()
    rest = {"prompts_list_changed": True, "resource_subscriptions": [WATCHED]}
    async with peer.client.listen(**rest) as other:
        wanted = {"promptsListChanged": True, "resourceSubscriptions": [WATCHED]}
        need(honored(other) == wanted, f"agreed to {honored(other)}")
        async with peer.client.listen(tools_list_changed=True) as sub:
            need(honored(sub) == {"toolsListChanged": True}, f"agreed to {honored(sub)}")
            await peer.call("test_trigger_tool_change")
            await comes(sub, tools)
            await peer.call("test_trigger_prompt_change")
            await comes(other, prompts)
            await peer.call("test_update_watched_resource")
            await comes(other, updated)
            await no_more(sub, "a listen for tools")
            await no_more(other, "a listen for prompts and a resource")
        await peer.call("test_trigger_tool_change")
        await peer.call("test_trigger_prompt_change")
        await comes(other, prompts)
        await no_more(other, "a listen for prompts after another has ended")


async def listen_end(peer):
    """The server ends all listens in good order, and takes new ones."""
    async with (
        peer.client.listen(tools_list_changed=True) as one,
        peer.client.listen(resources_list_changed=True, prompts_list_changed=True) as two,
    ):
        wanted = {"resourcesListChanged": True, "promptsListChanged": True}
        need(honored(two) == wanted, f"agreed to {honored(two)}")
        await peer.call("test_trigger_resource_change")
        await comes(two, ResourcesListChanged())
        await peer.call("test_end_listens")
        for sub in (one, two):
            event = await anext(sub, None)  # SubscriptionLost if it was not in good order
            need(event is None, f"{event} instead of the end")
    async with peer.client.listen(tools_list_changed=True) as sub:
        await peer.call("test_trigger_tool_change")
        await comes(sub, ToolsListChanged())


async def listen_many(peer):
    """Each of several listens for the same thing is told."""
    async with anyio.create_task_group() as group:
        ready = []

        async def one():
            async with peer.client.listen(resource_subscriptions=[WATCHED]) as sub:
                ready.append(1)
                await comes(sub, ResourceUpdated(WATCHED))

        for _ in range(8):
            group.start_soon(one)
        await peer.until(lambda: len(ready) == 8, "eight listens")
        await peer.call("test_update_watched_resource")


async def listen_nothing(peer):
    async with peer.client.listen() as sub:
        need(honored(sub) == {}, f"agreed to {honored(sub)}")
        await peer.call("test_trigger_tool_change")
        await no_more(sub, "a listen for nothing")
    async with peer.client.listen(resource_subscriptions=["test://no-such-resource"]) as sub:
        await peer.call("test_update_watched_resource")
        await no_more(sub, "a listen for another resource")


async def ask(peer, name, responses=None, state=None, arguments=None):
    """One round, without the client's own loop."""
    result = await peer.session.call_tool(
        name,
        arguments,
        input_responses=responses,
        request_state=state,
        allow_input_required=True,
    )
    return plain(result)


def asked(result, keys, state=None):
    """It must be a question with these keys; gives its state."""
    need(result.get("resultType") == "input_required", f"no question but {short(result)}")
    got = result.get("inputRequests", {})
    need(set(got) == set(keys), f"it asks for {set(got)}")
    for key, method in keys.items():
        need(got[key]["method"] == method, f"{key}: {short(got[key])}")
    if state is not None:
        need(bool(result.get("requestState")) == state, f"state {result.get('requestState')!r}")
    return result.get("requestState")


def answers(result):
    """An answer to each question of a result."""
    models = {
        ELICIT: types.ElicitResult,
        SAMPLE: types.CreateMessageResult,
        ROOTS: types.ListRootsResult,
    }
    return {
        key: models[one["method"]].model_validate(filled(one.get("params", {}))[one["method"]])
        for key, one in result["inputRequests"].items()
    }


def done(result):
    need(result.get("resultType", "complete") == "complete", f"asks again: {short(result)}")
    need(not result.get("isError"), f"it failed: {short(result)}")
    return " ".join(texts(result))


NAMES = (
    ("elicitation", {"user_name": ELICIT}),
    ("sampling", {"capital_question": SAMPLE}),
    ("list_roots", {"client_roots": ROOTS}),
)


async def rounds(peer):
    """The keys of the questions, and that their answers end the call."""
    for name, keys in NAMES:
        first = await ask(peer, REFUSED + name)
        state = asked(first, keys)
        done(await ask(peer, REFUSED + name, answers(first), state))
    name = REFUSED + "multiple_inputs"
    first = await ask(peer, name)
    keys = {"user_name": ELICIT, "greeting": SAMPLE, "client_roots": ROOTS}
    state = asked(first, keys, state=True)
    done(await ask(peer, name, answers(first), state))
    name = REFUSED + "multi_round"
    first = await ask(peer, name)
    state = asked(first, {"step1": ELICIT}, state=True)
    second = await ask(peer, name, answers(first), state)
    later = asked(second, {"step2": ELICIT}, state=True)
    need(later != state, "the state of both rounds is the same")
    done(await ask(peer, name, answers(second), later))


async def state(peer):
    """A state that was changed, or belongs to another call, is refused."""
    name = REFUSED + "request_state"
    first = await ask(peer, name)
    sealed = asked(first, {"confirm": ELICIT}, state=True)
    need("state-ok" in done(await ask(peer, name, answers(first), sealed)), "no state-ok")
    again = await peer.refused(without(ask(peer, name, answers(first))))
    need("state-ok" not in str(again), "state-ok without a state")
    name = REFUSED + "tampered_state"
    first = await ask(peer, name)
    own = first.get("requestState")
    need(own, f"no state: {short(first)}")
    middle = len(own) // 2
    other = "A" if own[middle] != "A" else "B"
    for wrong in (own + "-TAMPERED", own[:-1], own[:middle] + other + own[middle + 1 :], sealed):
        code, said = await peer.refused(ask(peer, name, answers(first), wrong))
        need(code == INVALID_PARAMS, f"the state {short(wrong)}: {code} {said}")
    done(await ask(peer, name, answers(first), own))


async def without(awaitable):
    """Anything but a completed result counts as a refusal here."""
    result = await awaitable
    return {**result, "isError": True}


async def wrong_answers(peer):
    """Missing answers are asked for again, further ones ignored, nonsense never completes."""
    name = REFUSED + "elicitation"
    first = await ask(peer, name)
    state = asked(first, {"user_name": ELICIT})
    good = answers(first)
    wrong = await ask(peer, name, {"wrong_key": good["user_name"]}, state)
    asked(wrong, {"user_name": ELICIT})
    more = {**good, "more": good["user_name"]}
    done(await ask(peer, name, more, state))
    for value in (42, None, "text", []):
        params = {"name": name, "arguments": {}, "inputResponses": {"user_name": value}}
        params |= {"requestState": state} if state else {}
        try:
            result = await peer.raw("tools/call", params)
        except MCPError as error:
            need(error.code == INVALID_PARAMS, f"{value!r}: error {error.code}")
        else:
            need(result.get("resultType") == "input_required", f"{value!r}: {short(result)}")
    params = {"name": name, "arguments": {}, "inputResponses": 42}
    code, _ = await peer.refused(peer.raw("tools/call", params))
    need(code == INVALID_PARAMS, f"answers that are a number: error {code}")
    declined = types.ElicitResult(action="decline")
    said = plain(
        await peer.session.call_tool(
            name,
            input_responses={"user_name": declined},
            request_state=state,
            allow_input_required=True,
        )
    )
    need("Hello" not in short(said), f"a greeting for nobody: {short(said)}")


async def prompt(peer):
    name = REFUSED + "prompt"
    first = plain(await peer.session.get_prompt(name, None, allow_input_required=True))
    state = asked(first, {"user_context": ELICIT})
    last = plain(
        await peer.session.get_prompt(
            name,
            None,
            input_responses=answers(first),
            request_state=state,
            allow_input_required=True,
        )
    )
    need(last.get("messages"), f"{short(last)}")


async def capabilities(peer):
    first = await ask(peer, REFUSED + "capabilities")
    need(first.get("resultType") == "input_required", f"{short(first)}")
    kinds = {one["method"] for one in first["inputRequests"].values()}
    allowed = {SAMPLE} if peer.profile == "sampling" else {SAMPLE, ELICIT, ROOTS}
    need(kinds and kinds <= allowed, f"it asks for {kinds}")


async def versions(peer):
    """A revision that nobody has is refused with those that there are."""
    code, _ = await peer.refused(discover(peer, "2099-01-01"))
    need(code == types.UNSUPPORTED_PROTOCOL_VERSION, f"error {code}")


async def discover(peer, version):
    return {"discovered": await peer.session.send_discover(version)}
