# SPDX-License-Identifier: MIT
"""A stand-in for PyTorch, as far as resources/python/convolution.py calls it: computes nothing and has a clock of its own. What it
plays stands in FAKE_TORCH; each convolution's circumstances go to the file FAKE_TORCH_LOG."""

import contextlib
import os
import signal
import types

PLAY = os.environ.get("FAKE_TORCH", "")
if PLAY == "import-without-cudnn":
    raise ImportError("libcudnn.so.9: cannot open shared object file: No such file or directory")
if PLAY == "import-without-numpy":
    raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
if PLAY == "import-exits":
    raise SystemExit(3)
print("PyTorch greets on standard output")

__version__ = "2.11.0+test"
version = types.SimpleNamespace(cuda=None if PLAY == "processor-only" else "13.0")
float32, float16, bfloat16 = "fp32", "fp16", "bf16"
contiguous_format, channels_last = "nchw", "nhwc"
no_grad = contextlib.nullcontext

cudnn = types.SimpleNamespace(
    enabled=PLAY != "switched-off",
    benchmark=False,
    allow_tf32=True,
    is_available=lambda: PLAY != "without-cudnn",
    version=lambda: None if PLAY == "without-cudnn" else 91900,
)
matmul = types.SimpleNamespace(allow_tf32=False)
backends = types.SimpleNamespace(cudnn=cudnn, cuda=types.SimpleNamespace(matmul=matmul))


class Tensor:
    def __init__(self, shape, dtype):
        self.shape, self.dtype, self.order = shape, dtype, contiguous_format

    def contiguous(self, memory_format):
        self.order = memory_format
        return self


def randn(*shape, device, dtype):
    assert device == "cuda"
    return Tensor(shape, dtype)


class Clock:
    now = 0.0


def conv2d(images, filters, padding):
    assert padding == 1 and images.dtype == filters.dtype and images.order == filters.order
    if PLAY == "bf16-fails" and images.dtype == bfloat16 and cudnn.enabled:
        raise RuntimeError("CUDNN_STATUS_EXECUTION_FAILED\nSet CUDA_LAUNCH_BLOCKING=1")
    if PLAY == "no-kernels":
        raise RuntimeError("CUDA error: no kernel image is available for execution on the device")
    if PLAY == "dies" and images.dtype == float16:
        os.kill(os.getpid(), signal.SIGSEGV)
    assert cudnn.allow_tf32 == matmul.allow_tf32
    Clock.now += (1 if images.dtype != float32 else 2 if cudnn.allow_tf32 else 4) * (1 if cudnn.enabled else 3)
    with open(os.environ.get("FAKE_TORCH_LOG", os.devnull), "a") as log:
        tf32 = "tf32" if cudnn.allow_tf32 else "plain"
        side = "on" if cudnn.enabled else "off"
        print(images.dtype, images.order, tf32, side, *images.shape, *filters.shape, file=log)


class Event:
    def __init__(self, enable_timing):
        assert enable_timing

    def record(self):
        self.time = Clock.now

    def synchronize(self):
        pass

    def elapsed_time(self, end):
        return end.time - self.time


def init():
    if PLAY == "old-driver":
        raise RuntimeError("The NVIDIA driver on your system is too old (found version 11040).")
    raise RuntimeError("No CUDA GPUs are available")


cuda = types.SimpleNamespace(
    Event=Event,
    init=init,
    is_available=lambda: PLAY not in ("processor-only", "no-gpu", "old-driver"),
    device_count=lambda: 2,
    set_device=lambda device: None,
    get_device_capability=lambda device: (7, 5) if PLAY == "turing" else (9, 0),
    get_device_name=lambda device: "Stand-in %d" % device,
    mem_get_info=lambda device: (600 << 20 if PLAY == "small-card" else 80 << 30, 80 << 30),
)


class Profile:
    def __enter__(self):
        if PLAY == "no-profiler":
            raise RuntimeError("the profiler is not built in")
        return self

    def __exit__(self, *problem):
        pass

    def key_averages(self):
        is_used = cudnn.enabled and PLAY != "other-way"
        return [types.SimpleNamespace(key=key) for key in ("aten::conv2d", "aten::cudnn_convolution" if is_used else "aten::other")]


autograd = types.SimpleNamespace(profiler=types.SimpleNamespace(profile=Profile))
nn = types.SimpleNamespace(functional=types.SimpleNamespace(conv2d=conv2d))
