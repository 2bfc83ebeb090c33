package org.gridtorrent.client.security;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.gridtorrent.client.tracker.AccessList;
import org.gridtorrent.client.tracker.Credentials;
import org.gridtorrent.client.tracker.IssuedTicket;
import org.gridtorrent.identity.Digests;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.identity.Ticket;
import org.gridtorrent.metainfo.InfoHash;

/** A site's real keys, and devices enrolled with them; no server. */
public final class Site {
    static final InfoHash CONTENT = InfoHash.ofHex("00112233445566778899aabbccddeeff00112233");
    static final InfoHash OTHER_CONTENT = InfoHash
            .ofHex("ff112233445566778899aabbccddeeff00112233");

    private static final AccessList EVERYONE = new AccessList(1, true, Set.of(), Set.of(),
            false);

    /** Long enough for a handshake on a busy machine, short enough to wait for. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    final SiteKeys keys;
    private final Path folder;
    volatile Instant now = Instant.now();

    public Site(Path folder, String name) throws Exception {
        this.folder = folder;
        keys = SiteKeys.openOrCreate(folder.resolve(name + "-keys"), name);
    }

    /** One device: what it is, what it may show, its gate. */
    public final class Device {
        final String user;
        final String id;
        public final DeviceIdentity identity;
        final TicketCache passes;
        final TicketGate gate;

        Device(String user, String id, Path home, URI pages)
                throws IOException, IdentityException {
            this.user = user;
            this.id = id;
            IdentityStore store = new IdentityStore(home);
            X509Certificate certificate = keys.authority().issueDevice(
                    store.key().certificateRequest(), user, id,
                    now);
            Enrolment enrolment = new Enrolment(keys.site(), user, user, id,
                    pages,
                    URI.create("https://127.0.0.1:1"),
                    new Credentials(List.of(certificate, keys.caCertificate()), keys.ticketKey()),
                    "token");
            store.save(enrolment);
            identity = new DeviceIdentity(store, store.enrolment().orElseThrow());
            passes = new TicketCache(hash -> new IssuedTicket(ticket(hash), Ticket.LONGEST_LIFE),
                    () -> now);
            gate = new TicketGate(identity, passes, () -> now, PATIENCE);
        }

        byte[] ticket(String infoHash) {
            return ticket(infoHash, now.plus(Ticket.LONGEST_LIFE));
        }

        byte[] ticket(String infoHash, Instant end) {
            String keyHash = Digests
                    .keyHash(identity.enrolment().credentials().certificate().getPublicKey());
            return keys.sign(
                    new Ticket(infoHash, keys.site(), user, id, keyHash, Ticket.READ, 1, end));
        }

        /** Shows another ticket than its own. */
        TicketGate gateShowing(byte[] ticket) {
            TicketCache others = new TicketCache(
                    hash -> new IssuedTicket(ticket, Duration.ofMinutes(1)),
                    () -> now);
            others.open(CONTENT);
            others.restrict(CONTENT, EVERYONE);
            return new TicketGate(identity, others, () -> now, PATIENCE);
        }

        Device sharing(InfoHash content) {
            passes.open(content);
            passes.restrict(content, EVERYONE);
            return this;
        }

        /** From now on strangers may have it too, or not. */
        Device openToAnybody(boolean anybody) {
            passes.restrict(CONTENT, new AccessList(2, true, Set.of(), Set.of(), anybody));
            return this;
        }

        Device admittingOnly(String... users) {
            passes.restrict(CONTENT, new AccessList(1, false, Set.of(users), Set.of(), false));
            return this;
        }
    }

    public Device device(String user, String id) throws Exception {
        return device(user, id, folder.resolve(keys.site() + "-" + id),
                URI.create("http://127.0.0.1:1"));
    }

    /** One whose identity is kept in this folder. */
    public Device device(String user, String id, Path home, URI pages) throws Exception {
        return new Device(user, id, home, pages);
    }
}
