// SPDX-License-Identifier: MIT
// The graph interface of the stand-in for cuDNN: a convolution forward, two plans, of which the second takes half as long as
// anything that the older interface has, and needs some workspace.
#include "gpu/worker/cudaapi.h"
#include "graphplans.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

using namespace cudnnsetup::cuda;

#define DECLARE(name, isNeeded, ...) extern "C" std::remove_pointer_t<std::add_pointer_t<__VA_ARGS__>> name;
CUDNNSETUP_DNN_FUNCTIONS(DECLARE)

namespace {

struct Object
{
    GraphDescriptor kind;
    std::map<GraphAttribute, std::vector<unsigned char>> attributes = {};
    bool isFinished = false;
    int plan = standin::graphPlans[0].number; // of an engine configuration

    template<class T>
    std::vector<T> values(GraphAttribute attribute) const
    {
        const auto found = attributes.find(attribute);
        if (found == attributes.end())
            return {};
        std::vector<T> values(found->second.size() / sizeof(T));
        std::memcpy(values.data(), found->second.data(), values.size() * sizeof(T));
        return values;
    }
    const Object *object(GraphAttribute attribute) const
    {
        const auto objects = values<Object *>(attribute);
        return objects.size() == 1 ? objects[0] : nullptr;
    }
};

enum : Status { Success = 0, BadParameter = 2000, NotSupported = 3000 };

std::size_t sizeOf(GraphType type)
{
    switch (type) {
    case GraphTypeDataType:
    case GraphTypeFloat:
    case GraphTypeConvolutionMode:
    case GraphTypeHeuristicMode: return 4;
    case GraphTypeHandle:
    case GraphTypeInt64:
    case GraphTypePointer:
    case GraphTypeDescriptor: break;
    }
    return 8;
}

// Which of the two layouts it is; strides that are neither are not supported.
std::optional<DnnLayout> layoutOf(const Object &tensor)
{
    const auto dimensions = tensor.values<std::int64_t>(GraphTensorDimensions);
    const auto strides = tensor.values<std::int64_t>(GraphTensorStrides);
    if (dimensions.size() != 4 || strides.size() != 4)
        return {};
    const std::int64_t c = dimensions[1];
    const std::int64_t h = dimensions[2];
    const std::int64_t w = dimensions[3];
    if (strides == std::vector<std::int64_t>{c * h * w, h * w, w, 1})
        return DnnNchw;
    if (strides == std::vector<std::int64_t>{c * h * w, 1, w * c, c})
        return DnnNhwc;
    return {};
}

// The descriptors of the older interface for an operation.
struct Shapes
{
    Tensor input = nullptr;
    Filter filter = nullptr;
    Tensor output = nullptr;
    Convolution convolution = nullptr;

    Shapes()
    {
        cudnnCreateTensorDescriptor(&input);
        cudnnCreateFilterDescriptor(&filter);
        cudnnCreateTensorDescriptor(&output);
        cudnnCreateConvolutionDescriptor(&convolution);
    }
    ~Shapes()
    {
        cudnnDestroyTensorDescriptor(input);
        cudnnDestroyFilterDescriptor(filter);
        cudnnDestroyTensorDescriptor(output);
        cudnnDestroyConvolutionDescriptor(convolution);
    }
    Shapes(const Shapes &) = delete;
    Shapes &operator=(const Shapes &) = delete;

    Status take(const Object &forward)
    {
        const Object *x = forward.object(GraphForwardInput);
        const Object *w = forward.object(GraphForwardFilter);
        const Object *y = forward.object(GraphForwardOutput);
        if (!x || !w || !y)
            return BadParameter;
        const auto layout = layoutOf(*x);
        if (!layout || layoutOf(*w) != layout || layoutOf(*y) != layout)
            return NotSupported;
        const auto type = x->values<DnnDataType>(GraphTensorType).at(0);
        const auto in = x->values<std::int64_t>(GraphTensorDimensions);
        const auto taps = w->values<std::int64_t>(GraphTensorDimensions);
        const auto out = y->values<std::int64_t>(GraphTensorDimensions);
        const Status status[] = {
                cudnnSetTensor4dDescriptor(input, *layout, type, int(in[0]), int(in[1]), int(in[2]), int(in[3])),
                cudnnSetFilter4dDescriptor(filter, type, *layout, int(taps[0]), int(taps[1]), int(taps[2]), int(taps[3])),
                cudnnSetTensor4dDescriptor(output, *layout, type, int(out[0]), int(out[1]), int(out[2]), int(out[3])),
                cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, DnnCrossCorrelation, DnnFloat)};
        for (const Status one : status) {
            if (one != Success)
                return one;
        }
        return Success;
    }
};

const Object *forwardOf(const Object &plan)
{
    const Object *configuration = plan.object(GraphPlanConfiguration);
    const Object *graph = configuration ? configuration->object(GraphHeuristicGraph) : nullptr;
    return graph ? graph->object(GraphOperations) : nullptr;
}

} // namespace

extern "C" {

Status cudnnBackendCreateDescriptor(GraphDescriptor kind, GraphObject *object)
{
    *object = new Object{.kind = kind};
    return Success;
}

Status cudnnBackendDestroyDescriptor(GraphObject object)
{
    delete static_cast<Object *>(object);
    return Success;
}

Status cudnnBackendFinalize(GraphObject object)
{
    static_cast<Object *>(object)->isFinished = true;
    return Success;
}

Status cudnnBackendSetAttribute(GraphObject object, GraphAttribute attribute, GraphType type, std::int64_t count,
                                const void *values)
{
    auto *target = static_cast<Object *>(object);
    if (target->isFinished || count < 1)
        return BadParameter;
    const auto *bytes = static_cast<const unsigned char *>(values);
    target->attributes[attribute] = {bytes, bytes + std::size_t(count) * sizeOf(type)};
    return Success;
}

Status cudnnBackendGetAttribute(GraphObject object, GraphAttribute attribute, GraphType, std::int64_t asked,
                                std::int64_t *returned, void *values)
{
    const auto *source = static_cast<const Object *>(object);
    if (!source->isFinished)
        return BadParameter;
    if (attribute == GraphHeuristicResults) {
        auto *const *configurations = static_cast<Object **>(values);
        *returned = std::min<std::int64_t>(asked, std::int64_t(standin::graphPlans.size()));
        for (std::int64_t i = 0; i < *returned; ++i) {
            configurations[i]->plan = standin::graphPlans[std::size_t(i)].number;
            configurations[i]->attributes[GraphHeuristicGraph] = source->attributes.at(GraphHeuristicGraph);
            configurations[i]->isFinished = true;
        }
        return Success;
    }
    if (attribute == GraphPlanWorkspaceBytes) {
        *returned = 1;
        *static_cast<std::int64_t *>(values) = standin::graphPlan(source->object(GraphPlanConfiguration)->plan)->workspaceBytes;
        return Success;
    }
    return NotSupported;
}

Status cudnnBackendExecute(Dnn dnn, GraphObject planObject, GraphObject packObject)
{
    const auto *plan = static_cast<const Object *>(planObject);
    const auto *pack = static_cast<const Object *>(packObject);
    const Object *forward = plan->isFinished && pack->isFinished ? forwardOf(*plan) : nullptr;
    const auto pointers = pack->values<void *>(GraphPackPointers);
    const auto workspace = pack->values<void *>(GraphPackWorkspace);
    if (!forward || pointers.size() != 3 || workspace.size() != 1
        || pack->values<std::int64_t>(GraphPackIds) != std::vector<std::int64_t>{1, 2, 3})
        return BadParameter;
    Shapes shapes;
    if (const Status status = shapes.take(*forward); status != Success)
        return status;
    const standin::GraphPlan *known = standin::graphPlan(plan->object(GraphPlanConfiguration)->plan);
    const float one = 1;
    const float zero = 0;
    return cudnnConvolutionForward(dnn, &one, shapes.input, pointers[0], shapes.filter, pointers[1], shapes.convolution,
                                   known->number, workspace[0], std::size_t(known->workspaceBytes), &zero, shapes.output,
                                   pointers[2]);
}

} // extern "C"
