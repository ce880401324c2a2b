# SPDX-License-Identifier: MIT
"""A stand-in for TensorFlow, as far as resources/python/convolution.py calls it. What it plays stands in FAKE_TENSORFLOW."""

import contextlib
import os
import sys
import types

PLAY = os.environ.get("FAKE_TENSORFLOW", "")
IS_TF32 = []

__version__ = "2.21.0"
sysconfig = types.SimpleNamespace(
    get_build_info=lambda: {
        "is_cuda_build": PLAY != "processor-only",
        "cuda_version": "12.5.1",
        "cudnn_version": "9",
    }
)


def list_physical_devices(kind):
    if PLAY == "cudnn-missing":
        print("Could not load dynamic library 'libcudnn.so.8'; dlerror: no such file", file=sys.stderr)
    return [] if PLAY in ("cudnn-missing", "no-gpu") else [kind + ":0"]


config = types.SimpleNamespace(
    list_physical_devices=list_physical_devices,
    experimental=types.SimpleNamespace(
        set_memory_growth=lambda gpu, is_on: None,
        get_device_details=lambda gpu: {"device_name": "Stand-in", "compute_capability": (9, 0)},
        enable_tensor_float_32_execution=IS_TF32.append,
    ),
)
random = types.SimpleNamespace(normal=lambda shape: shape)


class Result:
    def __getitem__(self, place):
        return 1.0


def conv2d(images, filters, strides, padding):
    assert strides == 1 and padding == "SAME" and images[3] == filters[2] and IS_TF32
    if PLAY == "no-library":
        raise RuntimeError("DNN library is not found.")
    return Result()


nn = types.SimpleNamespace(conv2d=conv2d)
device = contextlib.nullcontext
