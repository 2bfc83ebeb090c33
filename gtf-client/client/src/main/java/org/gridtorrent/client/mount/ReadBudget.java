package org.gridtorrent.client.mount;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.terminal.ByteSize;

/**
 * Bytes that each program without a terminal may read of published data sets: indexers and thumbnailers would fetch
 * all of them. Thread-safe.
 *
 * <p>What a program reads counts for the process that opened the file. A process has a terminal when it or one of those
 * that started it has one (proc(5)). A process that cannot be looked at is not limited.
 */
final class ReadBudget {
    static final String OFF = "off";

    /** Processes that are remembered; those that opened a file last. */
    private static final int MAX_PROCESSES = 1024;
    private static final int MAX_ANCESTORS = 64;
    private static final int MAX_LISTED = 10;

    private final OptionalLong bytes;
    private final Map<ProcessStat.Key, Account> accounts = new LinkedHashMap<>(16, 0.75f, true);

    /** @param bytes for each process; empty for no limit */
    ReadBudget(OptionalLong bytes) {
        this.bytes = bytes;
    }

    /** {@link IllegalArgumentException} for what is neither a size nor {@code off}. */
    static ReadBudget parse(String text) {
        return new ReadBudget(text.equalsIgnoreCase(OFF)
                ? OptionalLong.empty()
                : OptionalLong.of(ByteSize.parse(text).bytes()));
    }

    /** What a process has left. Guarded by the budget. */
    final class Account {
        private final ProcessStat process;
        private long left;
        private boolean refused;

        private Account(ProcessStat process, long left) {
            this.process = process;
            this.left = left;
        }

        /** Takes bytes that are to be read; false when they are too many. */
        boolean take(long count) {
            synchronized (ReadBudget.this) {
                refused = refused || count > left;
                if (!refused) {
                    left -= count;
                }
                return !refused;
            }
        }

        private String describe() {
            return process.name() + " (process " + process.key().pid() + ")";
        }
    }

    /**
     * Account of the process that opens a file; empty for one that is not limited.
     *
     * @param thread of the process, as the kernel names it; 0 when it cannot be named here
     */
    Optional<Account> account(int thread) {
        if (bytes.isEmpty() || thread == 0) {
            return Optional.empty();
        }
        return ProcessStat.ofThread(thread).filter(process -> !hasTerminal(process))
                .map(this::account);
    }

    private synchronized Account account(ProcessStat process) {
        if (accounts.size() >= MAX_PROCESSES && !accounts.containsKey(process.key())) {
            accounts.remove(accounts.keySet().iterator().next());
        }
        return accounts.computeIfAbsent(process.key(),
                _ -> new Account(process, bytes.getAsLong()));
    }

    private static boolean hasTerminal(ProcessStat process) {
        Optional<ProcessStat> each = Optional.of(process);
        for (int ancestor = 0; ancestor < MAX_ANCESTORS && each.isPresent(); ancestor++) {
            if (each.get().hasTerminal()) {
                return true;
            }
            each = each.get().parent();
        }
        return false;
    }

    /** The limit as people write it. */
    String describe() {
        return bytes.isEmpty() ? OFF : ByteSize.words(bytes.getAsLong());
    }

    /** Processes whose reads were refused, the last ones. */
    synchronized List<String> refused() {
        List<String> all = accounts.values().stream().filter(account -> account.refused)
                .map(Account::describe).toList();
        return all.subList(Math.max(0, all.size() - MAX_LISTED), all.size());
    }

    /**
     * Process as {@code /proc/PID/stat} has it.
     *
     * @param name of its program, shortened by the kernel
     */
    private record ProcessStat(Key key, String name, int parentPid, boolean hasTerminal) {
        private static final int PARENT = 1;
        private static final int TERMINAL = 4;
        private static final int START = 19;

        /**
         * A process for ever: its number may be given again.
         *
         * @param start in ticks since the system's
         */
        record Key(int pid, long start) {}

        static Optional<ProcessStat> ofThread(int thread) {
            try {
                return Files.readAllLines(Path.of("/proc", Integer.toString(thread), "status"),
                        StandardCharsets.ISO_8859_1).stream()
                        .filter(line -> line.startsWith("Tgid:")).findFirst()
                        .flatMap(line -> of(Integer.parseInt(line.substring(5).strip())));
            } catch (IOException e) {
                return Optional.empty(); // it has ended
            }
        }

        /** The name, in parentheses, may have any characters, spaces too. */
        private static Optional<ProcessStat> of(int pid) {
            String text;
            try {
                text = Files.readString(Path.of("/proc", Integer.toString(pid), "stat"),
                        StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                return Optional.empty();
            }
            int end = text.lastIndexOf(')');
            String[] fields = text.substring(end + 2).split(" ", -1);
            return Optional.of(new ProcessStat(new Key(pid, Long.parseLong(fields[START])),
                    text.substring(text.indexOf('(') + 1, end),
                    Integer.parseInt(fields[PARENT]), !fields[TERMINAL].equals("0")));
        }

        Optional<ProcessStat> parent() {
            return parentPid == 0 ? Optional.empty() : of(parentPid);
        }
    }
}
