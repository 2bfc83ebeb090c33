package org.gridtorrent.ccm.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An SMTP server that answers as it is told to: by the command, in capitals, or by GREETING. What it is
 * told nothing of it takes; told of an empty answer, it is silent.
 */
final class ScriptedSmtp implements AutoCloseable {
    private final ServerSocket socket;
    private final Map<String, String> answers;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    final List<String> heard = new CopyOnWriteArrayList<>();

    ScriptedSmtp(Map<String, String> answers) throws IOException {
        this.answers = answers;
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket line = socket.accept();
                open.add(line);
                Thread.startVirtualThread(() -> converse(line));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void converse(Socket line) {
        try (var in = new BufferedReader(
                new InputStreamReader(line.getInputStream(), StandardCharsets.UTF_8));
                var out = new PrintStream(line.getOutputStream(), true,
                        StandardCharsets.UTF_8)) {
            say(out, "GREETING", "220 here");
            for (String said = in.readLine(); said != null; said = in.readLine()) {
                heard.add(said);
                String command = said.split("[ :]", 2)[0];
                say(out, command, command.equals("DATA") ? "354 go on" : "250 yes");
                if (command.equals("DATA")) {
                    while (!".".equals(in.readLine())) {
                        // the mail
                    }
                    say(out, "END", "250 taken");
                }
            }
        } catch (IOException gone) {
            // as clients go
        }
    }

    private void say(PrintStream out, String to, String usual) {
        String answer = answers.getOrDefault(to, usual);
        if (!answer.isEmpty()) {
            out.print(answer + "\r\n");
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket line : open) {
            line.close();
        }
    }
}
