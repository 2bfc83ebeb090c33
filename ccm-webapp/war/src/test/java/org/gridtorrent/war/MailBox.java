package org.gridtorrent.war;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An SMTP server that takes every mail. */
final class MailBox implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final BlockingQueue<String> mails = new LinkedBlockingQueue<>();

    MailBox() throws IOException {
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The next mail, awaited for a minute; null when none comes. */
    @Nullable
    String next() throws InterruptedException {
        return mails.poll(1, TimeUnit.MINUTES);
    }

    private void accept() {
        try {
            while (true) {
                Socket line = socket.accept();
                Thread.startVirtualThread(() -> converse(line));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void converse(Socket line) {
        try (line;
                var in = new BufferedReader(
                        new InputStreamReader(line.getInputStream(), StandardCharsets.UTF_8));
                var out = new PrintStream(line.getOutputStream(), true, StandardCharsets.UTF_8)) {
            out.print("220 here\r\n");
            out.flush();
            for (String said = in.readLine(); said != null; said = in.readLine()) {
                boolean data = said.startsWith("DATA");
                out.print(data ? "354 go on\r\n" : "250 yes\r\n");
                out.flush();
                if (data) {
                    mails.add(mail(in));
                    out.print("250 taken\r\n");
                    out.flush();
                }
            }
        } catch (IOException gone) {
            // as clients go
        }
    }

    private static String mail(BufferedReader in) throws IOException {
        var mail = new StringBuilder();
        for (String part = in.readLine(); part != null && !part.equals("."); part = in.readLine()) {
            mail.append(part).append('\n');
        }
        return mail.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
