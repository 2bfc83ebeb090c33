package org.gridtorrent.ccm.command;

import java.util.Locale;
import java.util.Map;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.task.Task;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Log of what users command: one line each, with the user and the same keys as the lines of the machines'
 * calls. Safe for use by several threads.
 */
final class CommandLog {
    private static final Logger LOG = LoggerFactory.getLogger(CommandLog.class);

    private final Accounts accounts;

    CommandLog(Accounts accounts) {
        this.accounts = accounts;
    }

    /** Logs that the task was created or changed. */
    void task(String accountId, String verb, Task task) {
        write(verb + " " + task.kind().name().toLowerCase(Locale.ROOT), Map.of("user",
                user(accountId), "task", task.id(), "content", task.contentId(), "device",
                task.deviceId()));
    }

    /** Logs a command about a data set. */
    void dataset(String accountId, String command, String contentId) {
        write(command, Map.of("user", user(accountId), "content", contentId));
    }

    /** Logs a command about the account itself, or about what the command names. */
    void account(String accountId, String command) {
        write(command, Map.of("user", user(accountId)));
    }

    /** The user name by which lines name an account. */
    String user(String accountId) {
        return accounts.find(accountId).map(Account::name).orElse(accountId);
    }

    private static void write(String command, Map<String, String> about) {
        about.forEach(MDC::put);
        try {
            LOG.info("{}", command);
        } finally {
            about.keySet().forEach(MDC::remove);
        }
    }
}
