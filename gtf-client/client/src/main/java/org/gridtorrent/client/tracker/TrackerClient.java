package org.gridtorrent.client.tracker;

import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.tracker.Report.State;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.Peer;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TaskKind;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TransportName;
import org.gridtorrent.contract.WsTracker;

/**
 * The tracker's operations, in this program's words.
 *
 * <p>Thread-safe and blocking. Every method throws {@link TrackerException}; none tries again by
 * itself, which is its caller's to decide with a {@link Backoff}.
 */
public final class TrackerClient {
    /** Seconds a long poll may last; the contract's most. */
    public static final int LONGEST_WAIT_SECONDS = 50;
    /** Characters of a report's message that the contract allows. */
    private static final int MOST_MESSAGE = 4000;

    private final WsTracker calls;
    private final WsTracker polls;

    /** The context holds the device's certificate, or none for {@link #enrol}. */
    public TrackerClient(URI endpoint, SSLContext tls) {
        calls = Ports.open(endpoint, tls, Duration.ofSeconds(30));
        polls = Ports.open(endpoint, tls, Duration.ofSeconds(LONGEST_WAIT_SECONDS + 20));
    }

    public Enrolled enrol(String code, byte[] certificateRequest, String deviceName,
            String clientVersion)
            throws TrackerException {
        Holder<String> site = new Holder<>();
        Holder<String> userId = new Holder<>();
        Holder<String> userName = new Holder<>();
        Holder<String> deviceId = new Holder<>();
        Holder<org.gridtorrent.contract.Credentials> credentials = new Holder<>();
        Holder<String> token = new Holder<>();
        return Faults.mapped("enrol", () -> {
            calls.enrol(code, certificateRequest, deviceName, clientVersion, site, userId, userName,
                    deviceId,
                    credentials, token);
            return new Enrolled(site.value, userId.value, userName.value, deviceId.value,
                    own(credentials.value),
                    token.value);
        });
    }

    public Credentials renew(byte[] certificateRequest) throws TrackerException {
        return Faults.mapped("renew", () -> own(calls.renew(certificateRequest)));
    }

    private static Credentials own(org.gridtorrent.contract.Credentials credentials) {
        try {
            return Credentials.parse(credentials.getCertificate(), credentials.getTicketKey());
        } catch (GeneralSecurityException e) {
            throw new WebServiceException("the certificates cannot be read", e);
        }
    }

    /** Tells that this device listens on the port, with the named transports. */
    public void reportDevice(String clientVersion, List<String> transports, int port,
            long freeBytes,
            List<String> folders) throws TrackerException {
        List<Endpoint> endpoints = transports.stream().map(transport -> {
            Endpoint endpoint = new Endpoint();
            endpoint.setTransport(TransportName.fromValue(transport));
            endpoint.setPort(port);
            return endpoint;
        }).toList();
        Faults.mapped("reportDevice", () -> {
            calls.reportDevice(clientVersion, endpoints, freeBytes, folders);
            return true;
        });
    }

    /** Waits until the device's revision is another than the given one, or the seconds are over. */
    public Assignments fetchTasks(long afterRevision, int waitSeconds) throws TrackerException {
        Holder<Long> revision = new Holder<>();
        Holder<List<Task>> tasks = new Holder<>();
        return Faults.mapped("fetchTasks", () -> {
            polls.fetchTasks(afterRevision, waitSeconds, revision, tasks);
            List<Task> some = tasks.value == null ? List.of() : tasks.value;
            return new Assignments(revision.value,
                    some.stream().map(TrackerClient::assignment).toList());
        });
    }

    private static Assignment assignment(Task task) {
        Assignment.Kind kind = task.getKind() == TaskKind.PUBLISH
                ? Assignment.Kind.PUBLISH
                : Assignment.Kind.DOWNLOAD;
        return new Assignment(task.getId(), kind, task.getState() == TaskState.CANCELLED,
                task.getContentId(),
                task.getTitle(), task.getFolder());
    }

    /** Gives the state now recorded; CANCELLED tells the device to stop. */
    public State reportTask(Report report) throws TrackerException {
        Holder<TaskState> state = new Holder<>(TaskState.valueOf(report.state().name()));
        String message = report.message();
        String cut = message.length() <= MOST_MESSAGE
                ? message
                : message.substring(0, MOST_MESSAGE);
        return Faults.mapped("reportTask", () -> {
            calls.reportTask(report.taskId(), state, report.done(), report.total(),
                    report.bytesPerSecond(),
                    report.peers(), cut);
            return State.valueOf(state.value.name());
        });
    }

    public void registerContent(String taskId, byte[] metainfo) throws TrackerException {
        Faults.mapped("registerContent", () -> calls.registerContent(taskId, metainfo));
    }

    /** The content's metainfo as it was registered; still to be parsed and checked. */
    public byte[] fetchContent(String contentId) throws TrackerException {
        Holder<byte[]> metainfo = new Holder<>();
        return Faults.mapped("fetchContent", () -> {
            calls.fetchContent(contentId, new Holder<>(), new Holder<>(), metainfo);
            return metainfo.value;
        });
    }

    /** Gives how long to wait before the next announce. */
    public Duration announce(String infoHash, AnnounceKind kind, long uploaded, long downloaded,
            long left)
            throws TrackerException {
        Holder<Integer> interval = new Holder<>();
        return Faults.mapped("announce", () -> {
            calls.announce(infoHash, AnnounceEvent.valueOf(kind.name()), uploaded, downloaded, left,
                    interval,
                    new Holder<>(), new Holder<>());
            return Duration.ofSeconds(interval.value);
        });
    }

    public List<TrackerPeer> listPeers(String infoHash, int most) throws TrackerException {
        return Faults.mapped("listPeers", () -> calls.listPeers(infoHash, most).stream()
                .flatMap(peer -> peer.getEndpoint().stream().map(endpoint -> peer(peer, endpoint)))
                .toList());
    }

    private static TrackerPeer peer(Peer peer, Endpoint endpoint) {
        return new TrackerPeer(peer.getDeviceId(), peer.getAddress(),
                endpoint.getTransport().value(),
                endpoint.getPort());
    }

    public IssuedTicket issueTicket(String infoHash) throws TrackerException {
        Holder<byte[]> ticket = new Holder<>();
        Holder<Integer> seconds = new Holder<>();
        return Faults.mapped("issueTicket", () -> {
            calls.issueTicket(infoHash, ticket, seconds);
            return new IssuedTicket(ticket.value, Duration.ofSeconds(seconds.value));
        });
    }

    public AccessList fetchAccessList(String infoHash) throws TrackerException {
        Holder<Long> epoch = new Holder<>();
        Holder<Boolean> everyone = new Holder<>();
        Holder<List<String>> users = new Holder<>();
        Holder<List<String>> withdrawn = new Holder<>();
        return Faults.mapped("fetchAccessList", () -> {
            calls.fetchAccessList(infoHash, epoch, everyone, users, withdrawn);
            return new AccessList(epoch.value, everyone.value, set(users), set(withdrawn));
        });
    }

    private static Set<String> set(Holder<List<String>> ids) {
        return ids.value == null ? Set.of() : Set.copyOf(ids.value);
    }
}
