def add(text): return text[::-1] + "\0\ud800🙂"
