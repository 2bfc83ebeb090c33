package org.gridtorrent.fuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

class RequestDecoderTest {
    private static ByteBuffer body(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    }

    private static MemorySegment message(int opcode, byte[] body) {
        return MemorySegment.ofArray(body(RequestHeader.LENGTH + body.length)
                .putInt(RequestHeader.LENGTH + body.length).putInt(opcode).putLong(7).putLong(42)
                .putInt(1).putInt(2).putInt(3).putInt(0).put(body).array());
    }

    private static Request decode(int opcode, byte[] body) throws MalformedRequestException {
        MemorySegment message = message(opcode, body);
        return RequestDecoder.decode(RequestHeader.decode(message), message);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void readsTheHeader() throws MalformedRequestException {
        assertThat(RequestHeader.decode(message(Opcode.STATFS, new byte[0])))
                .isEqualTo(new RequestHeader(40, Opcode.STATFS, 7, 42, 3));
    }

    @Test
    void readsNamesAndNumbers() throws MalformedRequestException {
        assertThat(decode(Opcode.LOOKUP, text("Läufe 17\0")))
                .isEqualTo(new Request.Lookup("Läufe 17"));
        assertThat(decode(Opcode.FORGET, body(8).putLong(5).array()))
                .isEqualTo(new Request.Forget(List.of(new Request.Reference(42, 5))));
        assertThat(decode(Opcode.BATCH_FORGET, body(24).putInt(1).putInt(0).putLong(9).putLong(2)
                .array()))
                .isEqualTo(new Request.Forget(List.of(new Request.Reference(9, 2))));
        assertThat(decode(Opcode.READ, body(40).putLong(3).putLong(4096).putInt(512).array()))
                .isEqualTo(new Request.Read(3, 4096, 512));
        assertThat(decode(Opcode.RENAME2, body(20).putLong(8).putInt(1).putInt(0)
                .put(text("a\0b\0")).array())).isEqualTo(new Request.Rename("a", 8, "b", 1));
        assertThat(decode(Opcode.SYMLINK, text("name\0../else/where\0")))
                .isEqualTo(new Request.MakeLink("name", "../else/where"));
        assertThat(decode(Opcode.INTERRUPT, body(8).putLong(6).array()))
                .isEqualTo(new Request.Interrupt(6));
    }

    @Test
    void changesOnlyAttributesThatAreValid() throws MalformedRequestException {
        byte[] body = body(88).putInt(1 << 3 | 1 << 6).putInt(0).putLong(11).putLong(99).array();

        Request.SetAttributes set = (Request.SetAttributes) decode(Opcode.SETATTR, body);

        assertThat(set.handle()).isEqualTo(OptionalLong.of(11));
        assertThat(set.change().size()).isEqualTo(OptionalLong.of(99));
        assertThat(set.change().mode()).isEqualTo(OptionalInt.empty());
        assertThat(set.change().modified()).isEmpty();
    }

    @Test
    void takesUnknownOpcodesForUnknown() throws MalformedRequestException {
        assertThat(decode(4711, new byte[3])).isEqualTo(new Request.Unknown());
        assertThat(decode(-1, new byte[0])).isEqualTo(new Request.Unknown());
    }

    @Test
    void refusesHeadersThatLie() {
        assertThatThrownBy(() -> RequestHeader.decode(MemorySegment.ofArray(new byte[39])))
                .isInstanceOf(MalformedRequestException.class);
        MemorySegment longer = message(Opcode.LOOKUP, text("a\0"));
        longer.set(Layouts.INT, 0, 4000);
        assertThatThrownBy(() -> RequestHeader.decode(longer))
                .isInstanceOf(MalformedRequestException.class);
    }

    private static Errno refusal(int opcode, byte[] body) {
        try {
            Request request = decode(opcode, body);
            throw new AssertionError("taken: " + request);
        } catch (MalformedRequestException e) {
            return e.errno();
        }
    }

    @Test
    void refusesNamesThatAreNone() {
        assertThat(refusal(Opcode.LOOKUP, text("no end"))).isEqualTo(Errno.EINVAL);
        assertThat(refusal(Opcode.LOOKUP, text("\0"))).isEqualTo(Errno.EINVAL);
        assertThat(refusal(Opcode.LOOKUP, text("..\0"))).isEqualTo(Errno.EINVAL);
        assertThat(refusal(Opcode.UNLINK, text("a/b\0"))).isEqualTo(Errno.EINVAL);
        assertThat(refusal(Opcode.LOOKUP, text("a".repeat(256) + "\0")))
                .isEqualTo(Errno.ENAMETOOLONG);
        assertThat(refusal(Opcode.LOOKUP, new byte[]{(byte) 0xff, 0})).isEqualTo(Errno.EILSEQ);
        assertThat(refusal(Opcode.RENAME, body(12).putLong(1).put(text("a\0bc")).array()))
                .isEqualTo(Errno.EINVAL);
    }

    @Test
    void refusesNumbersThatDoNotFit() {
        assertThat(refusal(Opcode.READ, body(40).putLong(1).putLong(-1).putInt(1).array()))
                .isEqualTo(Errno.EINVAL);
        assertThat(refusal(Opcode.READ, body(40).putLong(1).putLong(0).putInt(-1).array()))
                .isEqualTo(Errno.EINVAL);
        assertThat(refusal(Opcode.WRITE, body(41).putLong(1).putLong(0).putInt(2).array()))
                .isEqualTo(Errno.EINVAL);
        assertThat(refusal(Opcode.BATCH_FORGET, body(24).putInt(Integer.MAX_VALUE).array()))
                .isEqualTo(Errno.EINVAL);
        assertThat(refusal(Opcode.BATCH_FORGET, body(24).putInt(-1).array()))
                .isEqualTo(Errno.EINVAL);
        byte[] time = body(88).putInt(1 << 5).array();
        ByteBuffer.wrap(time).order(ByteOrder.nativeOrder()).putInt(60, -5);
        assertThat(refusal(Opcode.SETATTR, time)).isEqualTo(Errno.EINVAL);
    }

    /** Every length of every kind: decoded or refused, and never read beyond. */
    @Test
    void survivesTruncatedAndRandomRequests() {
        long seed = TestScale.seed("fuse.seed");
        Random random = new Random(seed);
        int survived = 0;
        for (int opcode = 0; opcode < 60; opcode++) {
            for (int length = 0; length < 128; length++) {
                byte[] body = new byte[length];
                random.nextBytes(body);
                try {
                    assertThat(decode(opcode, body)).isNotNull();
                } catch (MalformedRequestException e) {
                    assertThat(e).hasMessageContaining(" ");
                } catch (RuntimeException e) {
                    throw new AssertionError("-Dfuse.seed=" + seed + ", opcode " + opcode + ": "
                            + HexFormat.of().formatHex(body), e);
                }
                survived++;
            }
        }
        assertThat(survived).isEqualTo(60 * 128);
    }
}
