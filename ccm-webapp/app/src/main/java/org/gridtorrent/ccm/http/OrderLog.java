package org.gridtorrent.ccm.http;

import java.util.Locale;
import java.util.Map;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.task.Task;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Notes what people have their machines do, on pages or by programs: one line an order, which ends
 * with the keys that lines of the machines' calls have, and who it was. Safe for use by several threads.
 */
public final class OrderLog {
    private static final Logger LOG = LoggerFactory.getLogger(OrderLog.class);

    private final Accounts accounts;

    public OrderLog(Accounts accounts) {
        this.accounts = accounts;
    }

    /** The task is made, or changed by this verb. */
    public void task(String accountId, String verb, Task task) {
        say(verb + " " + task.kind().name().toLowerCase(Locale.ROOT), Map.of("user",
                user(accountId), "task", task.id(), "content", task.contentId(), "device",
                task.deviceId()));
    }

    /** A rule for the content's copies is made or removed. */
    public void copies(String accountId, int copies, String contentId) {
        say("keep " + copies + " copies",
                Map.of("user", user(accountId), "content", contentId));
    }

    /** A replica of the content is added, removed or to be checked again, as the verb says. */
    public void replica(String accountId, String verb, String contentId) {
        say(verb + " replica", Map.of("user", user(accountId), "content", contentId));
    }

    /** The content's owner says who may have it from now on. */
    public void access(String accountId, Content.Access access, String contentId) {
        say("share with " + access.name().toLowerCase(Locale.ROOT),
                Map.of("user", user(accountId), "content", contentId));
    }

    /** Rights to the content are taken away, by its owner or an administrator. */
    public void revoked(String accountId, String contentId) {
        say("revoke rights", Map.of("user", user(accountId), "content", contentId));
    }

    /** The content's owner withdraws it. */
    public void withdrawn(String accountId, String contentId) {
        say("withdraw", Map.of("user", user(accountId), "content", contentId));
    }

    public void discarded(String accountId, String contentId) {
        say("discard", Map.of("user", user(accountId), "content", contentId));
    }

    /** Something about the account itself. */
    public void account(String accountId, String what) {
        say(what, Map.of("user", user(accountId)));
    }

    private String user(String accountId) {
        return accounts.find(accountId).map(Account::name).orElse(accountId);
    }

    private static void say(String order, Map<String, String> about) {
        about.forEach(MDC::put);
        try {
            LOG.info("{}", order);
        } finally {
            about.keySet().forEach(MDC::remove);
        }
    }
}
