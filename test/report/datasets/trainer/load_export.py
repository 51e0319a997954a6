"""Loads exported data sets as a trainer would, with the packages `datasets` and `trl`, and prints what it finds as one JSON document.

    python load_export.py FOLDER...

Each folder is loaded by its card and, form by form, by its files. Each form is then converted and written with the chat templates of
`trl`. No network is used.
"""

import json
import os
import pathlib
import re
import sys
import tempfile

PARTS = ("train", "test")
FILES = {"json": "jsonl", "parquet": "parquet"}
# Some templates take no tools, some only arguments in a text (DeepSeek-V3), and that of gpt-oss leaves out earlier thoughts. These
# write every message of a dialogue with tools.
TEMPLATES = ("qwen2_5", "qwen3", "qwen3_training", "glm4moe", "lfm2_v2", "gemma4")


def main(folders):
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(HF_HOME=home, HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")
        import datasets
        import trl

        datasets.disable_progress_bars()
        tokenizer = any_tokenizer()
        seen = {folder: view_of(pathlib.Path(folder), tokenizer) for folder in folders}
        versions = {"datasets": datasets.__version__, "trl": trl.__version__}
        json.dump({"versions": versions, "folders": seen}, sys.stdout)


def view_of(folder, tokenizer):
    import datasets

    view = {"usual": attempt(lambda: list(datasets.load_dataset(str(folder)))), "forms": {}}
    for form in sorted(path.name for path in folder.iterdir() if path.is_dir()):
        written = {part: lines_of(folder / form / f"{part}.jsonl") for part in PARTS}
        ways = {"card": attempt(lambda: compared(datasets.load_dataset(str(folder), name=form), written))}
        for kind, ending in FILES.items():
            named = {part: folder / form / f"{part}.{ending}" for part in PARTS if written[part]}
            if all(path.exists() for path in named.values()):
                files = {part: str(path) for part, path in named.items()}
                ways[kind] = attempt(lambda: compared(datasets.load_dataset(kind, data_files=files), written))
        chat = attempt(lambda: chat_of(datasets.load_dataset(str(folder), name=form)["train"], tokenizer))
        view["forms"][form] = {"ways": ways, "chat": chat}
    return view


def compared(loaded, written):
    """Rows of each part, and whether they are those of the JSON Lines. Absent members are None in a table."""
    return {
        part: {"rows": len(rows), "same": [present(row) for row in rows] == written[part]}
        for part, rows in loaded.items()
    }


def chat_of(rows, tokenizer):
    """The roles of all messages, and of each template the first row that it does not write whole."""
    from trl import data_utils

    examples = [data_utils.maybe_convert_to_chatml(row) for row in rows]
    if examples and "chosen" in examples[0]:
        return pairs_of(examples, tokenizer)
    faults = {}
    for name in TEMPLATES:
        tokenizer.chat_template = template(name)
        found = [fault for example in examples if (fault := fault_of(example, name, tokenizer))]
        if found:
            faults[name] = found[0][:100]
    return {
        "conversational": all(map(data_utils.is_conversational, examples)),
        "roles": sorted({message["role"] for example in examples for message in example["messages"]}),
        "calls": sum(len(calls_of(example)) for example in examples),
        "faults": faults,
    }


def pairs_of(examples, tokenizer):
    """What DPO trains on: a prompt, and two answers that its templates write differently."""
    from trl import data_utils

    faults = {}
    for name in TEMPLATES:
        tokenizer.chat_template = template(name)
        for example in examples:
            texts = data_utils.maybe_apply_chat_template(example, tokenizer)
            for part in ("prompt", "chosen", "rejected"):
                if example[part][0]["content"].strip() not in texts[part]:
                    faults.setdefault(name, f"the {part} is not in its text")
            if texts["chosen"] == texts["rejected"]:
                faults.setdefault(name, "both answers are the same text")
    parts = ("prompt", "chosen", "rejected")
    return {
        "conversational": all(map(data_utils.is_conversational, examples)),
        "roles": {part: sorted({message["role"] for example in examples for message in example[part]}) for part in parts},
        "faults": faults,
    }


def fault_of(example, name, tokenizer):
    try:
        text = text_of(example, tokenizer)
        # A table has None for absent members.
        if text != text_of(present(example), tokenizer):
            return "absent members change the text"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if any(message["content"].strip() not in text for message in example["messages"]):
        return "a message is not in the text"
    if name == "qwen2_5":
        written = re.findall(r"<tool_call>\n(\{\"name\": \"execute_code.*)\n</tool_call>", text)
        arguments = [json.loads(call)["arguments"] for call in written]
        if arguments != [arguments_of(call) for call in calls_of(example)]:
            return "the arguments of a call are not an object with the code"
    return None


def calls_of(example):
    return [call for message in example["messages"] for call in message.get("tool_calls") or []]


def text_of(example, tokenizer):
    from trl import data_utils

    return data_utils.maybe_apply_chat_template(example, tokenizer, tools=example.get("tools"))["text"]


def arguments_of(call):
    arguments = call["function"]["arguments"]
    return json.loads(arguments) if isinstance(arguments, str) else present(arguments)


def any_tokenizer():
    """Templates only need a tokenizer to hold them: no model is downloaded."""
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    return PreTrainedTokenizerFast(tokenizer_object=words, bos_token="<s>", eos_token="</s>")


def template(name):
    import trl

    return (pathlib.Path(trl.__file__).parent / "chat_templates" / f"{name}.jinja").read_text()


def present(value):
    if isinstance(value, dict):
        return {name: present(member) for name, member in value.items() if member is not None}
    if isinstance(value, list):
        return [present(item) for item in value]
    return value


def lines_of(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def attempt(load):
    try:
        return load()
    except Exception as error:
        causes = [error, error.__cause__] if error.__cause__ else [error]
        return {"error": ": ".join(f"{type(cause).__name__}: {cause}" for cause in causes)[:400]}


if __name__ == "__main__":
    main(sys.argv[1:])
