package org.gridtorrent.client.security;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;

/**
 * What peers say between TLS and BitTorrent's handshake.
 *
 * <p>Question: {@code "GTAD"}, version 1, 20 bytes info-hash, two bytes length, ticket. Answer:
 * {@code "GTAD"}, version 1, status; status 0 (admitted) is followed by two bytes length and the
 * answering side's own ticket, any other by nothing. Read byte by byte as declared, since what
 * follows is BitTorrent's.
 */
final class AdmissionFrames {
    private static final byte[] MAGIC = "GTAD".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int ADMITTED = 0;
    private static final int REFUSED = 1;
    private static final int MOST_TICKET = 2048;

    /** What the connecting side wants, still to be checked. */
    record Question(InfoHash content, Credential ticket) {}

    /** A ticket's bytes. */
    static final class Credential {
        private final byte[] bytes;

        Credential(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    private AdmissionFrames() {}

    /** @param handshake BitTorrent's, which follows at once */
    static void ask(OutputStream out, InfoHash content, byte[] ticket, byte[] handshake)
            throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(frame);
        fields.write(MAGIC);
        fields.writeByte(VERSION);
        fields.write(content.bytes());
        fields.writeShort(ticket.length);
        fields.write(ticket);
        fields.write(handshake);
        out.write(frame.toByteArray());
        out.flush();
    }

    static Question readQuestion(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        readHead(data);
        byte[] infoHash = new byte[InfoHash.V1_LENGTH];
        data.readFully(infoHash);
        return new Question(InfoHash.of(infoHash), readTicket(data));
    }

    static void admit(OutputStream out, byte[] ticket) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(frame);
        fields.write(MAGIC);
        fields.writeByte(VERSION);
        fields.writeByte(ADMITTED);
        fields.writeShort(ticket.length);
        fields.write(ticket);
        out.write(frame.toByteArray());
        out.flush();
    }

    /** The same for unknown and forbidden content. */
    static void refuse(OutputStream out) throws IOException {
        byte[] frame = Arrays.copyOf(MAGIC, MAGIC.length + 2);
        frame[MAGIC.length] = VERSION;
        frame[MAGIC.length + 1] = REFUSED;
        out.write(frame);
        out.flush();
    }

    static Credential readAnswer(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        readHead(data);
        if (data.readUnsignedByte() != ADMITTED) {
            throw new RefusedException("the peer does not admit this device to the content");
        }
        return readTicket(data);
    }

    private static void readHead(DataInputStream data) throws IOException {
        byte[] magic = new byte[MAGIC.length];
        data.readFully(magic);
        if (!Arrays.equals(magic, MAGIC) || data.readUnsignedByte() != VERSION) {
            throw new ProtocolException("not an admission frame of version " + VERSION);
        }
    }

    private static Credential readTicket(DataInputStream data) throws IOException {
        int length = data.readUnsignedShort();
        if (length > MOST_TICKET) {
            throw new ProtocolException("a ticket of " + length + " bytes");
        }
        byte[] ticket = new byte[length];
        data.readFully(ticket);
        return new Credential(ticket);
    }
}
