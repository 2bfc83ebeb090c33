package org.gridtorrent.tracker.soap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import org.gridtorrent.catalog.dataset.ReadableDatasets;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.DeviceLimits;
import org.gridtorrent.catalog.device.FolderListing;
import org.gridtorrent.catalog.replica.CheckResult;
import org.gridtorrent.catalog.swarm.Swarms;
import org.gridtorrent.catalog.task.Task.BadFile;
import org.gridtorrent.catalog.task.Task.FileState;
import org.gridtorrent.catalog.task.Task.Problem;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.FolderEntry;
import org.gridtorrent.contract.GoneDataset;
import org.gridtorrent.contract.Listed;
import org.gridtorrent.contract.Peer;
import org.gridtorrent.contract.Place;
import org.gridtorrent.contract.Question;
import org.gridtorrent.contract.ReadableDataset;
import org.gridtorrent.contract.ReplicaCheck;
import org.gridtorrent.contract.ReplicaProblem;
import org.gridtorrent.contract.SwarmCounts;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TaskFile;
import org.gridtorrent.contract.TaskKind;
import org.gridtorrent.contract.TaskProblem;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TransportName;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.gridtorrent.tracker.swarm.PeerAddressPolicy;
import org.jspecify.annotations.Nullable;

/** The catalog's values in the contract's generated types, and back. */
final class Soap {
    private static final DatatypeFactory TIMES = DatatypeFactory.newDefaultInstance();

    private Soap() {}

    static Task task(org.gridtorrent.catalog.task.Task task) {
        var soap = new Task();
        soap.setId(task.id());
        soap.setKind(TaskKind.valueOf(task.kind().name()));
        soap.setState(state(task.state()));
        soap.setContentId(task.contentId());
        soap.setTitle(task.contentTitle());
        task.folder().ifPresent(soap::setFolder);
        return soap;
    }

    /** With what only a client in a session understands. */
    static Task leasedTask(org.gridtorrent.catalog.task.Task task) {
        Task soap = task(task);
        soap.setLease(task.lease());
        soap.setPaused(task.paused() || task.notBefore().isPresent());
        task.uploadLimit().ifPresent(soap::setUploadLimit);
        task.downloadLimit().ifPresent(soap::setDownloadLimit);
        if (task.nonPrivate()) {
            soap.setNonPrivate(true);
        }
        return soap;
    }

    static Question question(org.gridtorrent.catalog.device.FolderQuery question) {
        var soap = new Question();
        soap.setId(question.id());
        soap.setFolder(question.folder());
        soap.setFirst(question.first());
        return soap;
    }

    static FolderListing listing(Listed listed, int total, List<FolderEntry> entries) {
        return new FolderListing(FolderListing.Outcome.valueOf(listed.name()), total,
                entries.stream().map(entry -> new FolderListing.Entry(entry.getName(),
                        entry.isFolder(), entry.getLength())).toList());
    }

    static org.gridtorrent.contract.OwnersLimits limits(DeviceLimits.Limits limits) {
        var soap = new org.gridtorrent.contract.OwnersLimits();
        soap.setUpload(limits.upload());
        soap.setDownload(limits.download());
        return soap;
    }

    static ReplicaCheck replicaCheck(org.gridtorrent.catalog.replica.ReplicaCheck check) {
        var soap = new ReplicaCheck();
        soap.setReplicaId(check.replicaId());
        soap.setContentId(check.contentId());
        soap.setUrl(check.url().toString());
        return soap;
    }

    static CheckResult checkResult(@Nullable ReplicaProblem problem, @Nullable String file,
            long bytes, int pieces) {
        return new CheckResult(Optional.ofNullable(problem).map(
                found -> org.gridtorrent.catalog.replica.ReplicaProblem.valueOf(found.name())),
                Objects.requireNonNullElse(file, ""), bytes, pieces);
    }

    /** The sentence where there is no code, as from clients of before, or none that is known. */
    static Optional<TaskReason> reason(org.gridtorrent.contract.@Nullable Reason reason,
            String message) {
        return Optional.ofNullable(reason).flatMap(given -> reason(given, 0))
                .or(() -> TaskReason.decoded(message));
    }

    private static Optional<TaskReason> reason(org.gridtorrent.contract.Reason soap, int depth) {
        return TaskReason.named(soap.getCode(), soap.getArgument(), depth == TaskReason.MAX_DEPTH
                ? List.of()
                : soap.getCause().stream().map(cause -> reason(cause, depth + 1))
                        .flatMap(Optional::stream).toList());
    }

    static Problem problem(TaskProblem problem) {
        return Problem.valueOf(problem.name());
    }

    static BadFile file(TaskFile file) {
        return new BadFile(file.getPath(), FileState.valueOf(file.getState().name()),
                file.getReason());
    }

    static ReadableDataset dataset(ReadableDatasets.Dataset dataset) {
        var soap = new ReadableDataset();
        soap.setContentId(dataset.id());
        soap.setInfoHash(dataset.infoHash());
        soap.setTitle(dataset.title());
        soap.setOwnerName(dataset.ownerName());
        soap.getGroup().addAll(dataset.groups());
        soap.setVersions(dataset.versions());
        soap.setVersion(dataset.version());
        soap.setBytes(dataset.totalLength());
        soap.setPublished(TIMES.newXMLGregorianCalendar(dataset.published().toString()));
        return soap;
    }

    static GoneDataset gone(ReadableDatasets.Gone gone) {
        var soap = new GoneDataset();
        soap.setContentId(gone.id());
        soap.setWithdrawn(gone.withdrawn());
        return soap;
    }

    static SwarmCounts counts(String infoHash, Swarms.Counts counts, long completions) {
        var soap = new SwarmCounts();
        soap.setInfoHash(infoHash);
        soap.setSeeds(counts.seeds());
        soap.setLeeches(counts.leeches());
        soap.setCompleted(completions);
        return soap;
    }

    static TaskState state(org.gridtorrent.catalog.task.Task.State state) {
        return TaskState.valueOf(state.name());
    }

    static org.gridtorrent.catalog.task.Task.State state(TaskState state) {
        return org.gridtorrent.catalog.task.Task.State.valueOf(state.name());
    }

    static Device.Endpoint endpoint(Endpoint soap) {
        return new Device.Endpoint(soap.getTransport().value(), soap.getPort());
    }

    static Peer peer(org.gridtorrent.catalog.swarm.Peer peer) {
        var soap = new Peer();
        soap.setDeviceId(peer.deviceId());
        soap.setAddress(peer.address());
        for (Device.Endpoint endpoint : peer.endpoints()) {
            soap.getEndpoint().add(endpoint(endpoint));
        }
        return soap;
    }

    /** With all that the one who asks may know of where the peer can be called. */
    static Peer peer(org.gridtorrent.catalog.swarm.Peer peer, String asking) {
        Peer soap = peer(peer);
        var places = new LinkedHashMap<String, Place>();
        for (Device.Place told : PeerAddressPolicy.of(peer, asking)) {
            places.computeIfAbsent(told.address() + " " + told.endpoint().port(),
                    _ -> place(told.address(), told.endpoint().port()))
                    .getTransport()
                    .add(TransportName.fromValue(told.endpoint().transport()));
        }
        soap.getPlace().addAll(places.values());
        return soap;
    }

    private static Place place(String address, int port) {
        var soap = new Place();
        soap.setAddress(address);
        soap.setPort(port);
        return soap;
    }

    static Stream<Device.Place> places(Place soap) {
        return soap.getTransport().stream().map(transport -> new Device.Place(soap.getAddress(),
                new Device.Endpoint(transport.value(), soap.getPort())));
    }

    static Endpoint endpoint(Device.Endpoint endpoint) {
        var soap = new Endpoint();
        soap.setTransport(TransportName.fromValue(endpoint.transport()));
        soap.setPort(endpoint.port());
        return soap;
    }
}
