// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/cudnnconvolution.h"

#include <vector>

namespace cudnnsetup {

// An object of cuDNN's graph interface; gone at the end of its life. The first call that fails is kept, later ones do nothing.
class GraphNode
{
public:
    GraphNode(const Cudnn &cudnn, cuda::GraphDescriptor kind);
    ~GraphNode();
    GraphNode(GraphNode &&other) noexcept;
    GraphNode &operator=(GraphNode &&other) noexcept;
    GraphNode(const GraphNode &) = delete;
    GraphNode &operator=(const GraphNode &) = delete;

    template<class T>
    GraphNode &set(cuda::GraphAttribute attribute, cuda::GraphType type, const std::vector<T> &values)
    {
        return setBytes(attribute, type, qint64(values.size()), values.data());
    }
    GraphNode &finish();
    const Called<void> &state() const { return m_state; }
    cuda::GraphObject object() const { return m_object; }

private:
    GraphNode &setBytes(cuda::GraphAttribute attribute, cuda::GraphType type, qint64 count, const void *values);

    const Cudnn *m_cudnn;
    cuda::GraphObject m_object = nullptr;
    Called<void> m_state;
};

// The convolution by the fastest plan of cuDNN's graph interface, which from cuDNN 9 on has some that the older interface lacks.
class GraphConvolution
{
public:
    using Memory = CudnnConvolution::Memory;

    // Tries the plans that cuDNN proposes for the mode, within the workspace; overwrites the output. Failures are unsupported
    // where this cuDNN has no such interface. FP32 without TF32 is left to the older interface: plans do not promise it.
    static Called<GraphConvolution> fastest(const Cudnn &cudnn, const GpuMode &mode, const ConvolutionShape &shape,
                                            const Memory &memory);

    Called<void> run() const;
    qint64 workspaceBytes() const { return m_workspaceBytes; }

private:
    using Nodes = std::shared_ptr<std::vector<GraphNode>>;
    GraphConvolution(const Cudnn &cudnn, Nodes nodes, GraphNode plan, GraphNode variantPack)
        : m_cudnn(&cudnn), m_nodes(std::move(nodes)), m_plan(std::move(plan)), m_variantPack(std::move(variantPack))
    {
    }

    const Cudnn *m_cudnn;
    Nodes m_nodes; // that the plan is made of
    GraphNode m_plan;
    GraphNode m_variantPack;
    double m_milliseconds = 0;
    qint64 m_workspaceBytes = 0;
};

} // namespace cudnnsetup
