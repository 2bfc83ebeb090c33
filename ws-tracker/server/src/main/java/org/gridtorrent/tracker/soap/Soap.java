package org.gridtorrent.tracker.soap;

import org.gridtorrent.catalog.Device;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.Peer;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TaskKind;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TransportName;

/** The catalog's values in the contract's generated types, and back. */
final class Soap {
    private Soap() {}

    static Task task(org.gridtorrent.catalog.Task task) {
        var soap = new Task();
        soap.setId(task.id());
        soap.setKind(TaskKind.valueOf(task.kind().name()));
        soap.setState(state(task.state()));
        soap.setContentId(task.contentId());
        soap.setTitle(task.contentTitle());
        task.folder().ifPresent(soap::setFolder);
        return soap;
    }

    static TaskState state(org.gridtorrent.catalog.Task.State state) {
        return TaskState.valueOf(state.name());
    }

    static org.gridtorrent.catalog.Task.State state(TaskState state) {
        return org.gridtorrent.catalog.Task.State.valueOf(state.name());
    }

    static Device.Endpoint endpoint(Endpoint soap) {
        return new Device.Endpoint(soap.getTransport().value(), soap.getPort());
    }

    static Peer peer(org.gridtorrent.catalog.Peer peer) {
        var soap = new Peer();
        soap.setDeviceId(peer.deviceId());
        soap.setAddress(peer.address());
        for (Device.Endpoint endpoint : peer.endpoints()) {
            soap.getEndpoint().add(endpoint(endpoint));
        }
        return soap;
    }

    private static Endpoint endpoint(Device.Endpoint endpoint) {
        var soap = new Endpoint();
        soap.setTransport(TransportName.fromValue(endpoint.transport()));
        soap.setPort(endpoint.port());
        return soap;
    }
}
