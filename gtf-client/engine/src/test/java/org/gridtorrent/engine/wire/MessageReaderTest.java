package org.gridtorrent.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

final class MessageReaderTest {
    private static final PieceLayout LAYOUT = new PieceLayout(10 * 32768 - 5, 32768);

    private static MessageReader reader(byte[] bytes) {
        return new MessageReader(new ByteArrayInputStream(bytes), LAYOUT);
    }

    private static byte[] frame(int length, int id, int... words) {
        ByteBuffer frame = ByteBuffer.allocate(5 + 4 * words.length);
        frame.putInt(length).put((byte) id);
        for (int word : words) {
            frame.putInt(word);
        }
        return frame.array();
    }

    private static void refused(byte[] bytes) {
        assertThatThrownBy(() -> reader(bytes).readBatch()).isInstanceOf(ProtocolException.class);
    }

    @Test
    void readsEveryMessageThatTheWriterWrites() throws IOException {
        Block block = new Block(3, 16384, 16384);
        List<PeerMessage> messages = List.of(new PeerMessage.KeepAlive(), new PeerMessage.Choke(),
                new PeerMessage.Unchoke(), new PeerMessage.Interested(),
                new PeerMessage.NotInterested(), new PeerMessage.Have(9),
                new PeerMessage.Request(block), new PeerMessage.Cancel(block),
                new PeerMessage.Reject(block), new PeerMessage.HaveAll(),
                new PeerMessage.HaveNone(), new PeerMessage.Suggest(1),
                new PeerMessage.AllowedFast(2));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MessageWriter writer = new MessageWriter(out);
        for (PeerMessage message : messages) {
            writer.write(message);
        }
        writer.flush();
        assertThat(reader(out.toByteArray()).readBatch()).isEqualTo(messages);
    }

    @Test
    void batchesAreLimited() throws IOException {
        int sent = 10 * MessageReader.MAX_BATCH + 7;
        MessageReader reader = reader(new byte[4 * sent]);
        int came = 0;
        while (came < sent) {
            List<PeerMessage> batch = reader.readBatch();
            assertThat(batch).hasSizeLessThanOrEqualTo(MessageReader.MAX_BATCH)
                    .containsOnly(new PeerMessage.KeepAlive());
            came += batch.size();
        }
        assertThat(came).isEqualTo(sent);
    }

    @Test
    void readsBlockData() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MessageWriter writer = new MessageWriter(out);
        writer.writePiece(new Block(0, 0, 3), (block, into) -> into.put(new byte[]{1, 2, 3}));
        writer.flush();
        List<PeerMessage> read = reader(out.toByteArray()).readBatch();
        assertThat(((PeerMessage.Piece) read.getFirst()).data()).containsExactly(1, 2, 3);
    }

    @Test
    void skipsUnknownMessageIds() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(12);
        bytes.putInt(3).put((byte) 9).putShort((short) 6881).putInt(1).put((byte) 1);
        assertThat(reader(bytes.array()).readBatch())
                .containsExactly(new PeerMessage.Unchoke());
    }

    @Test
    void rejectsFramesTooLongForTheirId() {
        refused(frame(5, MessageId.CHOKE, 0));
        refused(frame(6, MessageId.HAVE, 0));
        refused(frame(14, MessageId.REQUEST, 0, 0, 16384));
        refused(frame(9 + 16385, MessageId.PIECE, 0, 0));
        refused(frame(Integer.MAX_VALUE, MessageId.PIECE, 0, 0));
        refused(frame(-1, MessageId.PIECE, 0, 0));
        refused(frame(4, MessageId.BITFIELD, 0));
    }

    @Test
    void rejectsPiecesAndBlocksOutsideTheTorrent() {
        refused(frame(5, MessageId.HAVE, 10));
        refused(frame(5, MessageId.HAVE, -1));
        refused(frame(13, MessageId.REQUEST, 0, 0, 0));
        refused(frame(13, MessageId.REQUEST, 0, -1, 16384));
        refused(frame(13, MessageId.REQUEST, 0, 32000, 16384));
        refused(frame(13, MessageId.REQUEST, 0, Integer.MAX_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void announcedFrameTakesNoMemory() {
        List<Integer> rooms = new ArrayList<>();
        byte[] announced = frame(64 * 1024, MessageId.EXTENDED);
        var in = new ByteArrayInputStream(announced) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                rooms.add(into.length);
                return super.read(into, offset, length);
            }
        };
        assertThatThrownBy(() -> new MessageReader(in, LAYOUT).readBatch())
                .isInstanceOf(EOFException.class);
        assertThat(rooms).containsExactly(4096, 4096);
    }

    @Test
    void rejectsBitfieldsWithSpareBits() {
        refused(new byte[]{0, 0, 0, 3, MessageId.BITFIELD, (byte) 0xFF, (byte) 0xE0});
    }

    @Test
    void truncatedInputEndsTheStream() {
        byte[] whole = frame(13, MessageId.REQUEST, 0, 0, 16384);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> reader(cut).readBatch()).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void survivesNoise() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 2000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            if (noise.length > 3) {
                noise[0] = 0;
                noise[1] = 0;
            }
            MessageReader reader = reader(noise);
            assertThatThrownBy(() -> {
                while (true) {
                    assertThat(reader.readBatch()).isNotEmpty();
                }
            }).as("seed %d", seed).isInstanceOf(IOException.class);
        }
    }

    @Test
    void withoutLayoutAcceptsWhatAnyTorrentMayHave() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MessageWriter writer = new MessageWriter(out);
        writer.write(new PeerMessage.BitfieldBytes(new byte[]{(byte) 0xFF, (byte) 0xFF}));
        writer.write(new PeerMessage.Have(2_097_151));
        writer.flush();
        List<PeerMessage> read = MessageReader
                .withoutLayout(new ByteArrayInputStream(out.toByteArray())).readBatch();
        assertThat(read).hasSize(2);
        for (byte[] bytes : List.of(frame(5, MessageId.HAVE, 2_097_152),
                frame(1, MessageId.BITFIELD), frame(262_146, MessageId.BITFIELD, 0))) {
            assertThatThrownBy(() -> MessageReader
                    .withoutLayout(new ByteArrayInputStream(bytes)).readBatch())
                    .isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void messagesReadWithoutLayoutAreValidatedLater() throws IOException {
        LayoutValidator.validate(new PeerMessage.Have(9), LAYOUT);
        LayoutValidator.validate(new PeerMessage.Request(new Block(9, 0, 16384)), LAYOUT);
        for (PeerMessage message : List.of(new PeerMessage.Have(10),
                new PeerMessage.AllowedFast(10), new PeerMessage.Suggest(10),
                new PeerMessage.Request(new Block(10, 0, 1)),
                new PeerMessage.Reject(new Block(9, 32768, 1)),
                new PeerMessage.Cancel(new Block(9, 16384, 16384)))) {
            assertThatThrownBy(() -> LayoutValidator.validate(message, LAYOUT))
                    .isInstanceOf(ProtocolException.class);
        }
    }
}
