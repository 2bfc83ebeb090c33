package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The user's credentials for web servers: passwords by host of a netrc file, tokens by origin of a token file.
 *
 * <p>An entry is used only if its file is readable by its owner alone. A token goes before a password. Nothing is
 * ever sent in the clear but to this machine. Immutable; its text has no secrets.
 */
public final class Credentials {

    /** Knows no server. */
    public static final Credentials NONE = new Credentials(SecretFile.NONE, SecretFile.NONE,
            Map.of(), Map.of());

    private final SecretFile passwords;
    private final SecretFile tokens;
    private final Map<String, String> basicByHost;
    private final Map<String, String> bearerByOrigin;

    private Credentials(SecretFile passwords, SecretFile tokens, Map<String, String> basicByHost,
            Map<String, String> bearerByOrigin) {
        this.passwords = passwords;
        this.tokens = tokens;
        this.basicByHost = Map.copyOf(basicByHost);
        this.bearerByOrigin = Map.copyOf(bearerByOrigin);
    }

    /**
     * Reads the files; one that does not exist is empty.
     *
     * @param netrc as curl and ftp read it: {@code machine}, {@code login}, {@code password}, {@code macdef};
     *     {@code default} is passed over, since somebody else may have named the server
     * @param tokens lines of an origin ({@code https://host[:port]}), a blank and a bearer token; lines that
     *     begin with # are skipped
     * @throws FileSystemException if a file is malformed or too long, or cannot be read
     */
    public static Credentials load(Path netrc, Path tokens) throws IOException {
        SecretFile passwords = SecretFile.find(netrc);
        SecretFile bearers = SecretFile.find(tokens);
        return new Credentials(passwords, bearers, parseNetrc(passwords.read()),
                parseTokens(tokens, bearers.read()));
    }

    /** Those of the files as they are now: the same, unless a file changed. */
    Credentials refreshed() throws IOException {
        boolean isCurrent = this == NONE || !(passwords.hasChanged() || tokens.hasChanged());
        return isCurrent ? this : load(passwords.path(), tokens.path());
    }

    private static Map<String, String> parseNetrc(String text) {
        Map<String, String> byHost = new HashMap<>();
        Deque<String> words = new ArrayDeque<>(netrcWords(text));
        while (!words.isEmpty()) {
            String word = words.remove();
            if (word.equals("machine") && !words.isEmpty()) {
                addEntry(words.remove().toLowerCase(Locale.ROOT), words, byHost);
            } else if (word.equals("default")) {
                addEntry(word, words, new HashMap<>());
            }
        }
        return byHost;
    }

    /** Words outside macros, which end with an empty line. */
    private static List<String> netrcWords(String text) {
        List<String> words = new ArrayList<>();
        boolean inMacro = false;
        for (String line : text.lines().toList()) {
            String stripped = line.strip();
            inMacro = inMacro ? !stripped.isEmpty() : stripped.startsWith("macdef");
            if (!inMacro && !stripped.isEmpty() && !stripped.startsWith("#")) {
                words.addAll(List.of(stripped.split("\\s+", -1)));
            }
        }
        return words;
    }

    private static void addEntry(String host, Deque<String> words, Map<String, String> byHost) {
        String login = "";
        String password = "";
        while (!words.isEmpty() && !words.peek().equals("machine")
                && !words.peek().equals("default")) {
            String key = words.remove();
            String value = words.isEmpty() ? "" : words.remove();
            switch (key) {
                case "login" -> login = value;
                case "password" -> password = value;
                default -> {
                } // account: not used by HTTP
            }
        }
        byHost.putIfAbsent(host, "Basic " + Base64.getEncoder()
                .encodeToString((login + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    private static Map<String, String> parseTokens(Path file, String text)
            throws FileSystemException {
        Map<String, String> byOrigin = new HashMap<>();
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            number++;
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split("\\s+", -1);
            if (words.length != 2 || !words[1].matches("[A-Za-z0-9._~+/=-]+")) {
                throw new FileSystemException(file.toString(), null,
                        "line " + number + " is not an origin and a token");
            }
            byOrigin.put(origin(file, number, words[0]), "Bearer " + words[1]);
        }
        return byOrigin;
    }

    private static String origin(Path file, int number, String text) throws FileSystemException {
        try {
            return ReplicaUri.origin(ReplicaUri.parse(text));
        } catch (IllegalArgumentException e) {
            throw new FileSystemException(file.toString(), null,
                    "line " + number + ": " + e.getMessage());
        }
    }

    /** Value of the Authorization header for this address; throws if others may read its file. */
    Optional<String> authorization(URI uri) throws ReplicaFaultException {
        if (!ReplicaUri.isSecure(uri) && !isThisMachine(uri.getHost())) {
            return Optional.empty();
        }
        String bearer = bearerByOrigin.get(ReplicaUri.origin(uri));
        if (bearer != null) {
            return Optional.of(fromPrivate(tokens, bearer));
        }
        String basic = basicByHost.get(uri.getHost().toLowerCase(Locale.ROOT));
        return basic == null ? Optional.empty() : Optional.of(fromPrivate(passwords, basic));
    }

    private static String fromPrivate(SecretFile file, String entry)
            throws ReplicaFaultException {
        if (!file.isPrivate()) {
            throw new ReplicaFaultException(ReplicaFault.Code.CREDENTIALS_EXPOSED, 0,
                    file.path().toString());
        }
        return entry;
    }

    private static boolean isThisMachine(String host) {
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.\\d{1,3}){3}")
                || host.equals("[::1]");
    }

    @Override
    public String toString() {
        return "credentials for " + (basicByHost.size() + bearerByOrigin.size()) + " servers";
    }
}
