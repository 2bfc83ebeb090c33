package org.gridtorrent.ptcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStreamWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code that was written for plain sockets, on PTCP sockets. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SocketCompatibilityTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void objectStreams_carryObjectGraphs() throws Exception {
        Map<String, List<LocalDate>> sent = Map.of(
                "runs", List.of(LocalDate.of(2024, 2, 29), LocalDate.EPOCH));
        try (SocketPair pair = SocketPair.connected(3)) {
            FutureTask<Object> echo = Transfer.inBackground(() -> echoObject(pair.accepted()));
            ObjectOutputStream out = new ObjectOutputStream(pair.client().getOutputStream());
            out.writeObject(sent);
            out.flush();
            ObjectInputStream in = new ObjectInputStream(pair.client().getInputStream());
            assertThat(in.readObject()).isEqualTo(sent);
            assertThat(echo.get()).isEqualTo(sent);
        }
    }

    private static Object echoObject(Socket socket) throws IOException, ClassNotFoundException {
        Object object = new ObjectInputStream(socket.getInputStream()).readObject();
        ObjectOutputStream out = new ObjectOutputStream(socket.getOutputStream());
        out.writeObject(object);
        out.flush();
        return object;
    }

    @Test
    void linesAreRequestedAndAnswered() throws Exception {
        try (SocketPair pair = SocketPair.connected(2)) {
            FutureTask<Integer> server = Transfer.inBackground(() -> answerLines(pair.accepted()));
            BufferedReader in = reader(pair.client());
            BufferedWriter out = writer(pair.client());
            for (int i = 0; i < 200; i++) {
                out.write("how much is " + i + "\r\n");
                out.flush();
                assertThat(in.readLine()).isEqualTo("HOW MUCH IS " + i);
            }
            pair.client().shutdownOutput();
            assertThat(in.readLine()).isNull();
            assertThat(server.get()).isEqualTo(200);
        }
    }

    private static int answerLines(Socket socket) throws IOException {
        try (socket; BufferedReader in = reader(socket); BufferedWriter out = writer(socket)) {
            int count = 0;
            String line;
            while ((line = in.readLine()) != null) {
                out.write(line.toUpperCase(Locale.ROOT) + "\n");
                out.flush();
                count++;
            }
            return count;
        }
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    private static BufferedWriter writer(Socket socket) throws IOException {
        return new BufferedWriter(new OutputStreamWriter(socket.getOutputStream(), UTF_8));
    }

    @Test
    void transferTo_copiesToTheEnd() throws Exception {
        byte[] content = new byte[5_000_000];
        new Random(4).nextBytes(content);
        try (SocketPair pair = SocketPair.connected(4)) {
            FutureTask<Long> sent = Transfer.inBackground(() -> {
                try (Socket socket = pair.client()) {
                    return new ByteArrayInputStream(content).transferTo(socket.getOutputStream());
                }
            });
            ByteArrayOutputStream copy = new ByteArrayOutputStream();
            pair.accepted().getInputStream().transferTo(copy);
            assertThat(copy.toByteArray()).isEqualTo(content);
            assertThat(sent.get()).isEqualTo(content.length);
        }
    }

    @Test
    void factories_makePtcpSockets() throws Exception {
        ServerSocketFactory servers = PTCPServerSocketFactory.getDefault();
        SocketFactory sockets = PTCPSocketFactory.getDefault();
        try (ServerSocket server = servers.createServerSocket(0, 5, LOOPBACK);
                ServerSocket other = servers.createServerSocket(0);
                ServerSocket third = servers.createServerSocket(0, 7)) {
            int port = server.getLocalPort();
            assertThat(other.isBound() && third.isBound()).isTrue();
            try (Socket unconnected = sockets.createSocket()) {
                assertThat(unconnected.isConnected()).isFalse();
            }
            assertCarriesAByte(server, sockets.createSocket(LOOPBACK, port));
            assertCarriesAByte(server, new PTCPSocketFactory().createSocket(LOOPBACK, port));
            assertCarriesAByte(server, sockets.createSocket(LOOPBACK.getHostAddress(), port));
            assertCarriesAByte(server, sockets.createSocket(LOOPBACK, port, LOOPBACK, 0));
            assertCarriesAByte(server,
                    sockets.createSocket(LOOPBACK.getHostAddress(), port, LOOPBACK, 0));
        }
    }

    @Test
    void constructors_connectLikeThoseOfSocket() throws Exception {
        try (PTCPServerSocket server = new PTCPServerSocket(0, 5, LOOPBACK)) {
            int port = server.getLocalPort();
            assertCarriesAByte(server, new PTCPSocket(LOOPBACK, port));
            assertCarriesAByte(server, new PTCPSocket(LOOPBACK.getHostAddress(), port));
            assertCarriesAByte(server, new PTCPSocket(LOOPBACK, port, LOOPBACK, 0));
            assertCarriesAByte(server, new PTCPSocket(LOOPBACK.getHostAddress(), port, null, 0));
        }
    }

    @Test
    void constructor_toNobody_isRefusedAndLeavesNothingOpen() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket gone = new ServerSocket(0, 1, LOOPBACK)) {
            nobody = SocketPair.addressOf(gone);
        }
        assertThatThrownBy(() -> new PTCPSocket(LOOPBACK, nobody.getPort()))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void localPort_isThatOfTheControlChannel() throws Exception {
        try (PTCPServerSocket server = new PTCPServerSocket(0, 5, LOOPBACK);
                PTCPSocket socket = new PTCPSocket()) {
            socket.bind(new InetSocketAddress(LOOPBACK, 0));
            int port = socket.getLocalPort();
            socket.connect(SocketPair.addressOf(server));
            try (Socket accepted = server.accept()) {
                assertThat(socket.getLocalPort()).isEqualTo(port);
                assertThat(accepted.getPort()).isEqualTo(port);
            }
        }
    }

    private static void assertCarriesAByte(ServerSocket server, Socket client) throws IOException {
        try (client; Socket accepted = server.accept()) {
            assertThat(client).isInstanceOf(PTCPSocket.class);
            accepted.getOutputStream().write('!');
            assertThat(client.getInputStream().read()).isEqualTo('!');
        }
    }

    private static final int THREADS = 24;
    private static final int RECORDS = 60;
    private static final int RECORD_LENGTH = 30_000;

    /**
     * Each thread writes its own records, one call each, so each arrives whole. Readers take turns. At the end the
     * hashes of all records are compared.
     */
    @Test
    void manyThreads_shareBothDirections() throws Exception {
        try (SocketPair pair = SocketPair.connected(4)) {
            List<FutureTask<List<String>>> writers = new ArrayList<>();
            List<FutureTask<List<String>>> readers = new ArrayList<>();
            long seeds = 0;
            for (Socket socket : List.of(pair.client(), pair.accepted())) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                for (int i = 0; i < THREADS; i++) {
                    long seed = seeds++;
                    writers.add(Transfer.inBackground(() -> writeRecords(socket, seed)));
                    readers.add(Transfer.inBackground(() -> readRecords(in)));
                }
            }
            assertThat(hashes(readers)).isEqualTo(hashes(writers));
        }
    }

    private static List<String> writeRecords(Socket socket, long seed) throws Exception {
        Random random = new Random(seed);
        List<String> hashes = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            byte[] payload = new byte[1 + random.nextInt(RECORD_LENGTH)];
            random.nextBytes(payload);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(payload.length);
            out.write(payload);
            socket.getOutputStream().write(bytes.toByteArray());
            hashes.add(hash(payload));
        }
        return hashes;
    }

    private static List<String> readRecords(DataInputStream in) throws Exception {
        List<String> hashes = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            byte[] payload;
            synchronized (in) {
                payload = in.readNBytes(in.readInt());
            }
            hashes.add(hash(payload));
        }
        return hashes;
    }

    private static String hash(byte[] payload) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload));
    }

    private static List<String> hashes(List<FutureTask<List<String>>> tasks) throws Exception {
        List<String> all = new ArrayList<>();
        for (FutureTask<List<String>> task : tasks) {
            all.addAll(task.get());
        }
        return all.stream().sorted().toList();
    }
}
