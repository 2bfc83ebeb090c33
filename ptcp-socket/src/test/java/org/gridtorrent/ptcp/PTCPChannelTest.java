package org.gridtorrent.ptcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked
@SuppressWarnings("try") // closing early is the subject of some
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PTCPChannelTest {
    private SocketPair pair;
    private PTCPChannel near;
    private PTCPChannel far;

    @BeforeEach
    void connect() throws Exception {
        pair = SocketPair.connected(3);
        near = pair.client().byteChannel();
        far = pair.accepted().byteChannel();
    }

    @AfterEach
    void disconnect() throws Exception {
        pair.close();
    }

    @Test
    void directBuffers_carryBothDirectionsAtOnce() throws Exception {
        FutureTask<Long> up = Transfer.inBackground(() -> send(near, 1));
        FutureTask<Long> down = Transfer.inBackground(() -> send(far, 2));
        FutureTask<Long> received = Transfer.inBackground(() -> receive(far, 1));
        assertThat(receive(near, 2)).isEqualTo(down.get());
        assertThat(received.get()).isEqualTo(up.get());
    }

    private static long send(PTCPChannel channel, long seed) throws Exception {
        Random random = new Random(seed);
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);
        for (int i = 0; i < 40; i++) {
            buffer.clear();
            while (buffer.hasRemaining()) {
                buffer.putLong(random.nextLong());
            }
            buffer.flip();
            assertThat(channel.write(buffer)).isEqualTo(buffer.limit());
            assertThat(buffer.hasRemaining()).isFalse();
        }
        return random.nextLong();
    }

    private static long receive(PTCPChannel channel, long seed) throws Exception {
        Random random = new Random(seed);
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);
        for (int i = 0; i < 40; i++) {
            buffer.clear();
            while (buffer.hasRemaining()) {
                assertThat(channel.read(buffer)).isPositive();
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                assertThat(buffer.getLong()).isEqualTo(random.nextLong());
            }
        }
        return random.nextLong();
    }

    @Test
    void gatheredWrite_isScatteredAgain() throws Exception {
        ByteBuffer[] parts = {text("head"), text(""), text("body"), text("left out")};
        assertThat(near.write(parts, 0, 3)).isEqualTo(8);
        pair.client().shutdownOutput();
        ByteBuffer[] targets = {
            ByteBuffer.allocateDirect(6), ByteBuffer.allocate(0), ByteBuffer.allocateDirect(6)};
        long count = 0;
        long more;
        while ((more = far.read(targets)) > 0) {
            count += more;
        }
        assertThat(count).isEqualTo(8);
        assertThat(more).isEqualTo(-1);
        assertThat(UTF_8.decode(targets[0].flip()).toString()).isEqualTo("headbo");
        assertThat(UTF_8.decode(targets[2].flip()).toString()).isEqualTo("dy");
        assertThatThrownBy(() -> far.read(targets, 2, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void scatteredRead_waitsForTheFirstByteOnly() throws Exception {
        near.write(text("abc"));
        ByteBuffer first = ByteBuffer.allocate(3);
        ByteBuffer second = ByteBuffer.allocate(3);
        assertThat(far.read(new ByteBuffer[]{first, second})).isEqualTo(3);
        near.write(text("def"));
        assertThat(far.read(new ByteBuffer[]{first, second})).isEqualTo(3);
        assertThat(far.read(new ByteBuffer[]{first, second})).isZero();
    }

    @Test
    void files_goThroughIt(@TempDir Path dir) throws Exception {
        byte[] content = new byte[3_000_000];
        new Random(3).nextBytes(content);
        Path source = Files.write(dir.resolve("source"), content);
        Path copy = dir.resolve("copy");
        try (FileChannel in = FileChannel.open(source);
                FileChannel out = FileChannel.open(copy, StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            FutureTask<Long> sent = Transfer.inBackground(() -> transferAll(in));
            for (long at = 0; at < content.length;) {
                at += out.transferFrom(far, at, content.length - at);
            }
            assertThat(sent.get()).isEqualTo(content.length);
        }
        assertThat(copy).hasBinaryContent(content);
    }

    private long transferAll(FileChannel file) throws Exception {
        long at = 0;
        while (at < file.size()) {
            at += file.transferTo(at, file.size() - at, near);
        }
        return at;
    }

    @Test
    void streamsOverIt_seeWhatTheSocketsStreamsWrite() throws Exception {
        pair.client().getOutputStream().write("one line\n".getBytes(UTF_8));
        Channels.newOutputStream(near).write("another".getBytes(UTF_8));
        pair.client().shutdownOutput();
        InputStream in = Channels.newInputStream((ReadableByteChannel) far);
        assertThat(in.readAllBytes()).asString(UTF_8).isEqualTo("one line\nanother");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void interrupt_closesItInAnyThread(boolean virtual) throws Exception {
        FutureTask<Integer> reading = new FutureTask<>(() -> near.read(ByteBuffer.allocate(1)));
        Thread reader = virtual
                ? Thread.ofVirtual().start(reading)
                : Thread.ofPlatform().start(reading);
        reader.interrupt();
        assertThatThrownBy(reading::get).cause().isInstanceOf(ClosedByInterruptException.class);
        assertThat(near.isOpen()).isFalse();
        assertThat(pair.client().isClosed()).isTrue();
        assertThat(far.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void close_fromAnotherThread_endsReadAndWrite() throws Exception {
        FutureTask<Integer> reading = Transfer
                .inBackground(() -> near.read(ByteBuffer.allocate(1)));
        FutureTask<Long> writing = Transfer.inBackground(() -> {
            while (true) {
                near.write(ByteBuffer.allocateDirect(1 << 20));
            }
        });
        assertThatThrownBy(() -> writing.get(50, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        near.close();
        assertThatThrownBy(reading::get).cause().isInstanceOf(AsynchronousCloseException.class);
        assertThatThrownBy(writing::get).cause().isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> near.read(ByteBuffer.allocate(1)))
                .isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> pair.client().byteChannel()).isInstanceOf(SocketException.class);
    }

    @Test
    void read_honoursTheSocketsTimeout() throws Exception {
        pair.client().setSoTimeout(20);
        assertThatThrownBy(() -> near.read(ByteBuffer.allocate(1)))
                .isInstanceOf(SocketTimeoutException.class);
        far.write(text("x"));
        pair.client().setSoTimeout(0);
        assertThat(near.read(ByteBuffer.allocateDirect(9))).isEqualTo(1);
    }

    @Test
    void readOnlyBuffer_isRefusedAndLosesNothing() throws Exception {
        far.write(text("x"));
        assertThatThrownBy(() -> near.read(ByteBuffer.allocate(1).asReadOnlyBuffer()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(near.read(ByteBuffer.allocate(1))).isEqualTo(1);
    }

    @Test
    void unconnectedSocket_hasNone() throws Exception {
        try (PTCPSocket socket = new PTCPSocket()) {
            assertThatThrownBy(socket::byteChannel).isInstanceOf(SocketException.class)
                    .hasMessage("Socket is not connected");
        }
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
