"""Ask real Numba-CUDA again for the type of every function in numba-verdicts.json. No GPU is needed.

    python ask-numba.py numba-verdicts.json > new.json      (numba-cuda 0.30.4; see docs)

Each question is compiled as a device function for the types given. What cannot be answered without a CUDA driver is
dropped.
"""
import importlib.util
import json
import pathlib
import sys
import tempfile
import textwrap
import warnings

from numba import cuda, types  # noqa: F401  (types are named in the questions)
import numba

warnings.simplefilter("ignore")
IMPORTS = "from numba import *\nfrom numba import cuda, types\nimport numpy as np, math, operator, cmath\n"


def split(text):
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += letter in "[(" and 1 or (letter in "])" and -1 or 0)
        if letter == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    return [p.strip() for p in [*parts, part] if p.strip()]


def type_of(text):
    if text.startswith("("):
        return types.Tuple([type_of(item) for item in split(text[1:-1])])
    return eval(text.replace("bool", "boolean"), {**vars(numba), **vars(types)})


def ask(question, folder, number):
    argument_types = tuple(type_of(t) for t in split(question["types"]))
    params = question.get("params") or ", ".join("abcdefgh"[: len(argument_types)])
    text = f"{IMPORTS}{question.get('before', '')}\ndef f({params}):\n{textwrap.indent(question['body'], '    ')}\n"
    path = pathlib.Path(folder) / f"question{number}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    asked = {k: question[k] for k in ("body", "types", "params", "before") if k in question}
    try:
        return {**asked, "returns": str(cuda.compile_ptx(module.f, argument_types, device=True, cc=(8, 0))[1])}
    except Exception as error:
        return None if "CUDA driver library" in str(error) else {**asked, "raises": type(error).__name__}


with tempfile.TemporaryDirectory() as folder:
    stored = json.load(open(sys.argv[1]))
    answers = [ask(question, folder, i) for i, question in enumerate(stored["questions"])]
    json.dump({"about": stored["about"], "questions": [a for a in answers if a]}, sys.stdout, indent=0)
    print()
