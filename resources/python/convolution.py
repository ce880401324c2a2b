# SPDX-License-Identifier: MIT
"""The convolution of the GPU test through PyTorch or TensorFlow, with cuDNN and without it.

Run as "python -c" with the text of this file, so that the Python finds its packages exactly as it does for the person's own
programs. Writes one JSON object a line, as soon as it is known; whatever goes wrong is an entry with words. Needs Python 3.8
and the framework, nothing else.
"""

import sys

# Where the person happens to stand is no place of packages.
if sys.path and sys.path[0] == "":
    del sys.path[0]

import argparse
import ctypes
import importlib
import json
import os
import statistics
import time

MODES = ("fp32-nchw", "tf32-nchw", "tf32-nhwc", "fp16-nchw", "fp16-nhwc", "bf16-nchw")


class Answers:
    """Standard output, kept apart from what the libraries print: their words go to standard error."""

    def __init__(self):
        self.stream = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)

    def say(self, **answer):
        self.stream.write(json.dumps(answer) + "\n")
        self.stream.flush()


class Shape:
    """A 3x3 convolution with padding 1: batch x input channels x height x width x output channels."""

    def __init__(self, text):
        self.batch, self.inputs, self.height, self.width, self.outputs = (int(part) for part in text.split("x"))

    def bytes_of_an_image(self):
        return 4 * self.height * self.width * (self.inputs + self.outputs)

    def fit_into(self, free_bytes):
        """On small cards fewer images, so that a workspace and two results still find room."""
        while self.batch > 1 and 4 * self.batch * self.bytes_of_an_image() > free_bytes:
            self.batch //= 2


class Torch:
    """The convolution in PyTorch, which can be told to do without cuDNN."""

    modes = MODES
    has_switch = True

    def __init__(self, torch, shape, device):
        self.torch = torch
        self.shape = shape
        self.device = device
        self.cudnn = torch.backends.cudnn
        self.was_enabled = bool(self.cudnn.enabled)

    def facts(self):
        facts = {"name": "torch", "version": str(self.torch.__version__), "cuda": self.torch.version.cuda or ""}
        if facts["cuda"]:
            facts["hasCudnn"] = bool(self.cudnn.is_available())
            facts["isEnabled"] = self.was_enabled
            facts["cudnn"] = cudnn_version_of(self.cudnn)
        return facts

    def obstacle(self):
        cuda = self.torch.cuda
        if not self.torch.version.cuda:
            return {"kind": "noCuda"}
        if not cuda.is_available():
            return {"kind": "noGpu", "words": words_of_failure(cuda.init)}
        if self.device >= cuda.device_count():
            return {"kind": "noSuchGpu"}
        return None

    def prepare(self):
        cuda = self.torch.cuda
        cuda.set_device(self.device)
        self.capability = tuple(cuda.get_device_capability(self.device))
        if hasattr(cuda, "mem_get_info"):
            self.shape.fit_into(cuda.mem_get_info(self.device)[0])
        return cuda.get_device_name(self.device)

    def lacks(self, mode):
        return mode.startswith(("tf32", "bf16")) and self.capability < (8, 0)

    def milliseconds(self, mode, with_cudnn, seconds):
        with self.torch.no_grad():
            work = self.work(mode, with_cudnn)
            return median_time(lambda count: self.timed(work, count), seconds)

    def work(self, mode, with_cudnn):
        """One convolution in that mode, ready to be called."""
        torch = self.torch
        precision, layout = mode.split("-")
        dtype = {"fp16": torch.float16, "bf16": torch.bfloat16}.get(precision, torch.float32)
        order = torch.channels_last if layout == "nhwc" else torch.contiguous_format
        shape = self.shape
        images = torch.randn(shape.batch, shape.inputs, shape.height, shape.width, device="cuda", dtype=dtype)
        filters = torch.randn(shape.outputs, shape.inputs, 3, 3, device="cuda", dtype=dtype)
        images = images.contiguous(memory_format=order)
        filters = filters.contiguous(memory_format=order)
        self.cudnn.enabled = with_cudnn
        self.cudnn.benchmark = True
        self.cudnn.allow_tf32 = precision == "tf32"
        torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
        return lambda: torch.nn.functional.conv2d(images, filters, padding=1)

    def timed(self, work, count):
        """Milliseconds of one of count convolutions, by the clock of the GPU."""
        event = self.torch.cuda.Event
        begin, end = event(enable_timing=True), event(enable_timing=True)
        begin.record()
        for _ in range(count):
            work()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) / count

    def uses_cudnn(self, results):
        """PyTorch's own record names what the convolution was done with: aten::cudnn_convolution."""
        if not self.cudnn.is_available() or not self.was_enabled:
            return False
        try:
            with self.torch.no_grad():
                work = self.work("fp32-nchw", True)
                with self.torch.autograd.profiler.profile() as record:
                    work()
            return any("cudnn" in event.key for event in record.key_averages())
        except Exception:
            return differ(results)


class TensorFlow:
    """The convolution in TensorFlow, which knows no other way on the GPU than cuDNN: it can only be timed with it."""

    modes = ("fp32-nhwc", "tf32-nhwc")
    has_switch = False

    def __init__(self, tf, shape, device):
        self.tf = tf
        self.shape = shape
        self.device = device
        self.build = dict(tf.sysconfig.get_build_info())

    def facts(self):
        facts = {"name": "tensorflow", "version": str(self.tf.__version__), "cuda": str(self.build.get("cuda_version", ""))}
        if facts["cuda"]:
            facts["builtForCudnn"] = str(self.build.get("cudnn_version", ""))
        return facts

    def obstacle(self):
        if not self.build.get("is_cuda_build"):
            return {"kind": "noCuda"}
        self.gpus = self.tf.config.list_physical_devices("GPU")
        if not self.gpus:
            return {"kind": "noGpu"}
        if self.device >= len(self.gpus):
            return {"kind": "noSuchGpu"}
        return None

    def prepare(self):
        config = self.tf.config.experimental
        for gpu in self.gpus:
            config.set_memory_growth(gpu, True)  # not all of the card's memory at once
        details = config.get_device_details(self.gpus[self.device])
        self.capability = tuple(details.get("compute_capability", (0, 0)))
        return str(details.get("device_name", ""))

    def lacks(self, mode):
        return mode.startswith("tf32") and self.capability < (8, 0)

    def milliseconds(self, mode, with_cudnn, seconds):
        tf = self.tf
        shape = self.shape
        tf.config.experimental.enable_tensor_float_32_execution(mode.startswith("tf32"))
        with tf.device("/GPU:%d" % self.device):
            images = tf.random.normal((shape.batch, shape.height, shape.width, shape.inputs))
            filters = tf.random.normal((3, 3, shape.inputs, shape.outputs))

            def timed(count):
                begin = time.perf_counter()
                for _ in range(count):
                    result = tf.nn.conv2d(images, filters, strides=1, padding="SAME")
                float(result[0, 0, 0, 0])  # waits for the last one, and so for all
                return (time.perf_counter() - begin) * 1000 / count

            return median_time(timed, seconds)

    def uses_cudnn(self, results):
        was_computed = any("onMs" in result for result in results)
        return True if was_computed and mapped_cudnn() else None


def cudnn_version_of(cudnn):
    """As cuDNN's own number, 91900; 0 where it cannot be asked."""
    try:
        return int(cudnn.version() or 0)
    except Exception:
        return 0


def differ(results):
    """Whether some mode has clearly other times without cuDNN; None where that says nothing."""
    pairs = [(result["onMs"], result["offMs"]) for result in results if "onMs" in result and "offMs" in result]
    return True if any(abs(on - off) > 0.2 * max(on, off) for on, off in pairs) else None


def median_time(timed, seconds):
    """Milliseconds of one convolution; timed(count) runs that many and says what one took. Takes about those seconds at most."""
    until = time.monotonic() + seconds
    timed(1)  # libraries are loaded and algorithms chosen here
    once = max(timed(2), 0.001)
    count = max(1, min(10, int(1000 * seconds / (6 * once))))
    timed(count)
    repeats = [timed(count)]
    while len(repeats) < 5 and time.monotonic() < until:
        repeats.append(timed(count))
    return statistics.median(repeats)


def mapped_cudnn():
    """The files of cuDNN that this process has loaded; empty where the system does not show them."""
    try:
        with open("/proc/self/maps", errors="replace") as maps:
            paths = {line.split(None, 5)[5].strip() for line in maps if "/libcudnn" in line}
    except OSError:
        return []
    return sorted(path for path in paths if os.path.basename(path).startswith("libcudnn"))


def loaded_version(files):
    """cuDNN's own number, asked of the file that is loaded; 0 where there is none."""
    for path in files:
        if os.path.basename(path).startswith("libcudnn.so"):
            try:
                return int(ctypes.CDLL(path).cudnnGetVersion())
            except (OSError, AttributeError):
                return 0
    return 0


def words_of(problem):
    """The exception's own words on one line, without the advice that frameworks append to them."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return "%s: %s" % (type(problem).__name__, lines[0]) if lines else type(problem).__name__


def words_of_failure(call):
    try:
        call()
    except Exception as problem:
        return words_of(problem)
    return ""


def result_of(framework, mode, deadline):
    result = {"name": mode}
    left = deadline - time.monotonic()
    if framework.lacks(mode):
        result["obstacle"] = "notOnThisGpu"
    elif left <= 0:
        result["obstacle"] = "timeUp"
    else:
        seconds = min(3.0, left / 4)
        measure(framework, mode, True, seconds, result, "onMs", "problem")
        if framework.has_switch:
            measure(framework, mode, False, seconds, result, "offMs", "offProblem")
    return result


def measure(framework, mode, with_cudnn, seconds, result, key, problem_key):
    try:
        result[key] = framework.milliseconds(mode, with_cudnn, seconds)
    except Exception as problem:
        result[problem_key] = words_of(problem)


def say_files(answers):
    files = mapped_cudnn()
    answers.say(files=files, loadedVersion=loaded_version(files))


def test(framework, answers, deadline):
    answers.say(framework=framework.facts())
    say_files(answers)
    obstacle = framework.obstacle()
    if obstacle:
        answers.say(obstacle=obstacle)
        return
    name = framework.prepare()
    answers.say(device=name, batch=framework.shape.batch, hasSwitch=framework.has_switch)
    results = []
    for mode in framework.modes:
        answers.say(running=mode)
        results.append(result_of(framework, mode, deadline))
        answers.say(mode=results[-1])
        say_files(answers)
    answers.say(usesCudnn=framework.uses_cudnn(results))


def first_importable(names, answers):
    """The first of the frameworks that is installed: its name and its module, or nothing. One that is there but breaks when it
    is imported is the answer already."""
    for name in names:
        try:
            return name, importlib.import_module(name)
        except ModuleNotFoundError as problem:
            if problem.name != name:
                answers.say(obstacle={"kind": "notImported", "framework": name, "words": words_of(problem)})
                return None
        except BaseException as problem:
            answers.say(obstacle={"kind": "notImported", "framework": name, "words": words_of(problem)})
            return None
    answers.say(obstacle={"kind": "noFramework"})
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--framework", choices=("torch", "tensorflow"))
    parser.add_argument("--device", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--shape", type=Shape, default="16x64x224x224x128")
    options = parser.parse_args()
    deadline = time.monotonic() + options.seconds
    answers = Answers()
    answers.say(python=".".join(str(part) for part in sys.version_info[:3]))
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")  # TensorFlow's warnings, without its greetings
    try:
        found = first_importable([options.framework] if options.framework else ["torch", "tensorflow"], answers)
        if found:
            kind = {"torch": Torch, "tensorflow": TensorFlow}[found[0]]
            test(kind(found[1], options.shape, options.device), answers, deadline)
    except Exception as problem:
        answers.say(obstacle={"kind": "failed", "words": words_of(problem)})
    answers.say(end=True)
    os._exit(0)  # without the libraries' own clean-up, which is not what was asked about


main()
