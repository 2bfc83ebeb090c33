package org.gridtorrent.client.train;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.security.IdentityStore;
import org.gridtorrent.client.security.TicketCache;
import org.gridtorrent.client.security.TicketGate;
import org.gridtorrent.client.tracker.AccessList;
import org.gridtorrent.client.tracker.Credentials;
import org.gridtorrent.client.tracker.IssuedTicket;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.identity.Digests;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.identity.Ticket;
import org.gridtorrent.metainfo.InfoHash;

/** Keys of a site without a server, and gates of its devices, for {@link TrainCommand}. */
final class TrainingSite {
    private static final URI NOBODY = URI.create("https://127.0.0.1:1");
    private static final AccessList EVERYBODY = new AccessList(1, true, Set.of(), Set.of(), false);
    private static final String USER = "trainer";

    private final Path folder;
    private final SiteKeys keys;
    private final Instant now = Instant.now();

    TrainingSite(Path folder) throws IOException, IdentityException {
        this.folder = folder;
        keys = SiteKeys.openOrCreate(folder.resolve("keys"), "training");
    }

    /** A gate of another device, for the content alone. */
    Gate gate(String id, InfoHash content) throws IOException, IdentityException {
        IdentityStore store = new IdentityStore(folder.resolve(id));
        X509Certificate certificate = keys.authority()
                .issueDevice(store.key().certificateRequest(), USER, id, now);
        store.save(new Enrolment(keys.site(), USER, USER, id, NOBODY, NOBODY,
                new Credentials(List.of(certificate, keys.caCertificate()), keys.ticketKey()),
                "token"));
        byte[] ticket = keys.sign(new Ticket(content.hex(), keys.site(), USER, id,
                Digests.keyHash(certificate.getPublicKey()), Ticket.READ, 1,
                now.plus(Ticket.LONGEST_LIFE)));
        TicketCache passes = new TicketCache(_ -> new IssuedTicket(ticket, Ticket.LONGEST_LIFE),
                InstantSource.system());
        passes.open(content);
        passes.restrict(content, EVERYBODY);
        return new TicketGate(new DeviceIdentity(store, store.enrolment().orElseThrow()), passes,
                InstantSource.system());
    }
}
