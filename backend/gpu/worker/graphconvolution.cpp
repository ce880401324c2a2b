// SPDX-License-Identifier: MIT
#include "gpu/worker/graphconvolution.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

using Numbers = std::vector<qint64>;
using Objects = std::vector<cuda::GraphObject>;

constexpr qint64 inputId = 1;
constexpr qint64 filterId = 2;
constexpr qint64 outputId = 3;

bool hasGraphs(const Cudnn &cudnn)
{
    const cuda::DnnApi &api = cudnn.api();
    return cudnn.majorVersion() >= 9 && api.cudnnBackendCreateDescriptor && api.cudnnBackendDestroyDescriptor
            && api.cudnnBackendFinalize && api.cudnnBackendSetAttribute && api.cudnnBackendGetAttribute
            && api.cudnnBackendExecute;
}

Numbers stridesOf(const Numbers &dimensions, GpuMode::Layout layout)
{
    const qint64 channels = dimensions[1];
    const qint64 height = dimensions[2];
    const qint64 width = dimensions[3];
    if (layout == GpuMode::Layout::Nchw)
        return {channels * height * width, height * width, width, 1};
    return {channels * height * width, 1, width * channels, channels};
}

GraphNode tensor(const Cudnn &cudnn, const GpuMode &mode, qint64 id, const Numbers &dimensions)
{
    constexpr qint64 alignment = 16; // bytes; the driver's allocations have more
    GraphNode node(cudnn, cuda::GraphTensorDescriptor);
    node.set(cuda::GraphTensorId, cuda::GraphTypeInt64, Numbers{id})
            .set(cuda::GraphTensorType, cuda::GraphTypeDataType, std::vector{dnnDataType(mode.precision)})
            .set(cuda::GraphTensorAlignment, cuda::GraphTypeInt64, Numbers{alignment})
            .set(cuda::GraphTensorDimensions, cuda::GraphTypeInt64, dimensions)
            .set(cuda::GraphTensorStrides, cuda::GraphTypeInt64, stridesOf(dimensions, mode.layout))
            .finish();
    return node;
}

GraphNode convolution(const Cudnn &cudnn)
{
    GraphNode node(cudnn, cuda::GraphConvolutionDescriptor);
    node.set(cuda::GraphConvolutionComputeType, cuda::GraphTypeDataType, std::vector{cuda::DnnFloat})
            .set(cuda::GraphConvolutionMode, cuda::GraphTypeConvolutionMode, std::vector{cuda::DnnCrossCorrelation})
            .set(cuda::GraphConvolutionSpatialDimensions, cuda::GraphTypeInt64, Numbers{2})
            .set(cuda::GraphConvolutionPrePaddings, cuda::GraphTypeInt64, Numbers{1, 1})
            .set(cuda::GraphConvolutionPostPaddings, cuda::GraphTypeInt64, Numbers{1, 1})
            .set(cuda::GraphConvolutionStrides, cuda::GraphTypeInt64, Numbers{1, 1})
            .set(cuda::GraphConvolutionDilations, cuda::GraphTypeInt64, Numbers{1, 1})
            .finish();
    return node;
}

// The operation as a graph of nodes, each made of those before it; the last one is cuDNN's opinion on it.
std::vector<GraphNode> graphOf(const Cudnn &cudnn, const GpuMode &mode, const ConvolutionShape &s)
{
    constexpr qint64 size = ConvolutionShape::filterSize;
    std::vector<GraphNode> nodes;
    nodes.push_back(tensor(cudnn, mode, inputId, {s.batch, s.inputChannels, s.height, s.width}));
    nodes.push_back(tensor(cudnn, mode, filterId, {s.outputChannels, s.inputChannels, size, size}));
    nodes.push_back(tensor(cudnn, mode, outputId, {s.batch, s.outputChannels, s.height, s.width}));
    nodes.push_back(convolution(cudnn));
    GraphNode forward(cudnn, cuda::GraphConvolutionForwardDescriptor);
    forward.set(cuda::GraphForwardInput, cuda::GraphTypeDescriptor, Objects{nodes[0].object()})
            .set(cuda::GraphForwardFilter, cuda::GraphTypeDescriptor, Objects{nodes[1].object()})
            .set(cuda::GraphForwardOutput, cuda::GraphTypeDescriptor, Objects{nodes[2].object()})
            .set(cuda::GraphForwardConvolution, cuda::GraphTypeDescriptor, Objects{nodes[3].object()})
            .set(cuda::GraphForwardAlpha, cuda::GraphTypeFloat, std::vector{1.0F})
            .set(cuda::GraphForwardBeta, cuda::GraphTypeFloat, std::vector{0.0F})
            .finish();
    nodes.push_back(std::move(forward));
    GraphNode graph(cudnn, cuda::GraphOperationGraphDescriptor);
    graph.set(cuda::GraphOperations, cuda::GraphTypeDescriptor, Objects{nodes.back().object()})
            .set(cuda::GraphOperationsHandle, cuda::GraphTypeHandle, std::vector{cudnn.handle()})
            .finish();
    nodes.push_back(std::move(graph));
    GraphNode heuristic(cudnn, cuda::GraphEngineHeuristicDescriptor);
    heuristic.set(cuda::GraphHeuristicGraph, cuda::GraphTypeDescriptor, Objects{nodes.back().object()})
            .set(cuda::GraphHeuristicMode, cuda::GraphTypeHeuristicMode, std::vector{cuda::GraphHeuristicModeA})
            .finish();
    nodes.push_back(std::move(heuristic));
    return nodes;
}

// The engine configurations that cuDNN proposes, best first.
Called<std::vector<GraphNode>> proposals(const Cudnn &cudnn, const GraphNode &heuristic)
{
    constexpr qint64 most = 16;
    if (!heuristic.state())
        return tl::unexpected(heuristic.state().error());
    std::vector<GraphNode> configurations;
    Objects objects;
    for (qint64 i = 0; i < most; ++i) {
        configurations.emplace_back(cudnn, cuda::GraphEngineConfigurationDescriptor);
        objects.push_back(configurations.back().object());
    }
    std::int64_t count = 0;
    const auto answered = cudnn.check(cudnn.api().cudnnBackendGetAttribute(heuristic.object(), cuda::GraphHeuristicResults,
                                                                           cuda::GraphTypeDescriptor, most, &count,
                                                                           objects.data()),
                                      "cudnnBackendGetAttribute");
    if (!answered)
        return tl::unexpected(answered.error());
    while (qint64(configurations.size()) > count)
        configurations.pop_back();
    return configurations;
}

GraphNode variantPackFor(const Cudnn &cudnn, const GraphConvolution::Memory &memory)
{
    GraphNode pack(cudnn, cuda::GraphVariantPackDescriptor);
    pack.set(cuda::GraphPackIds, cuda::GraphTypeInt64, Numbers{inputId, filterId, outputId})
            .set(cuda::GraphPackPointers, cuda::GraphTypePointer,
                 Objects{memory.input.address(), memory.filter.address(), memory.output.address()})
            .set(cuda::GraphPackWorkspace, cuda::GraphTypePointer, Objects{memory.workspace.address()})
            .finish();
    return pack;
}

GraphNode planFor(const Cudnn &cudnn, const GraphNode &configuration)
{
    GraphNode plan(cudnn, cuda::GraphExecutionPlanDescriptor);
    plan.set(cuda::GraphPlanHandle, cuda::GraphTypeHandle, std::vector{cudnn.handle()})
            .set(cuda::GraphPlanConfiguration, cuda::GraphTypeDescriptor, Objects{configuration.object()})
            .finish();
    return plan;
}

std::optional<qint64> workspaceOf(const Cudnn &cudnn, const GraphNode &plan)
{
    std::int64_t count = 0;
    std::int64_t bytes = 0;
    const bool isKnown = plan.state()
            && cudnn.api().cudnnBackendGetAttribute(plan.object(), cuda::GraphPlanWorkspaceBytes, cuda::GraphTypeInt64, 1, &count,
                                                    &bytes)
                    == 0;
    return isKnown ? std::optional<qint64>(bytes) : std::nullopt;
}

} // namespace

GraphNode::GraphNode(const Cudnn &cudnn, cuda::GraphDescriptor kind) : m_cudnn(&cudnn)
{
    m_state = cudnn.check(cudnn.api().cudnnBackendCreateDescriptor(kind, &m_object), "cudnnBackendCreateDescriptor");
}

GraphNode::~GraphNode()
{
    if (m_object)
        m_cudnn->api().cudnnBackendDestroyDescriptor(m_object);
}

GraphNode::GraphNode(GraphNode &&other) noexcept
    : m_cudnn(other.m_cudnn), m_object(std::exchange(other.m_object, nullptr)), m_state(std::move(other.m_state))
{
}

GraphNode &GraphNode::operator=(GraphNode &&other) noexcept
{
    std::swap(m_cudnn, other.m_cudnn);
    std::swap(m_object, other.m_object);
    std::swap(m_state, other.m_state);
    return *this;
}

GraphNode &GraphNode::setBytes(cuda::GraphAttribute attribute, cuda::GraphType type, qint64 count, const void *values)
{
    if (m_state)
        m_state = m_cudnn->check(m_cudnn->api().cudnnBackendSetAttribute(m_object, attribute, type, count, values),
                                 "cudnnBackendSetAttribute");
    return *this;
}

GraphNode &GraphNode::finish()
{
    if (m_state)
        m_state = m_cudnn->check(m_cudnn->api().cudnnBackendFinalize(m_object), "cudnnBackendFinalize");
    return *this;
}

Called<GraphConvolution> GraphConvolution::fastest(const Cudnn &cudnn, const GpuMode &mode, const ConvolutionShape &shape,
                                                   const Memory &memory)
{
    if (!hasGraphs(cudnn) || mode.precision == GpuMode::Precision::Fp32)
        return tl::unexpected(CallFailure{.words = u"no graph interface for this mode"_s, .isUnsupported = true});
    const auto nodes = std::make_shared<std::vector<GraphNode>>(graphOf(cudnn, mode, shape));
    auto configurations = proposals(cudnn, nodes->back());
    if (!configurations)
        return tl::unexpected(configurations.error());
    Called<GraphConvolution> best = tl::unexpected(CallFailure{.words = u"no plan"_s, .isUnsupported = true});
    for (const GraphNode &configuration : *configurations) {
        GraphConvolution candidate(cudnn, nodes, planFor(cudnn, configuration), variantPackFor(cudnn, memory));
        const auto workspace = workspaceOf(cudnn, candidate.m_plan);
        if (!candidate.m_variantPack.state() || !workspace || *workspace > qint64(memory.workspace.size()))
            continue;
        const auto time = cudnn.device().timeOfSome([&] { return candidate.run(); });
        if (!time || (best && best->m_milliseconds <= *time))
            continue;
        candidate.m_milliseconds = *time;
        candidate.m_workspaceBytes = *workspace;
        best = std::move(candidate);
    }
    std::move(configurations->begin(), configurations->end(), std::back_inserter(*nodes));
    return best;
}

Called<void> GraphConvolution::run() const
{
    return m_cudnn->check(m_cudnn->api().cudnnBackendExecute(m_cudnn->handle(), m_plan.object(), m_variantPack.object()),
                          "cudnnBackendExecute");
}

} // namespace cudnnsetup
