package org.gridtorrent.ccm.command;

import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.http.Refusal;

/** The commands of all features. */
public record Commands(TaskCommands tasks, DatasetCommands datasets, AccessCommands access,
        CopyCommands copies, DeviceCommands devices, AccountCommands account, GroupCommands groups,
        BuddyCommands buddies, QuotaCommands quotas) {

    public static Commands of(Catalog catalog) {
        var log = new CommandLog(catalog.identity().accounts());
        return new Commands(new TaskCommands(catalog.work().tasks(), log),
                new DatasetCommands(catalog.datasets(), log),
                new AccessCommands(catalog.access(), log),
                new CopyCommands(catalog.sharing(), log),
                new DeviceCommands(catalog.machines(), log),
                new AccountCommands(catalog.identity(), log),
                new GroupCommands(catalog.people(), log),
                new BuddyCommands(catalog.people().buddies(), log),
                new QuotaCommands(catalog.site().quotas(), log));
    }

    /** Refuses what is not the account's, which gets the same answer as what does not exist. */
    static void require(boolean found) {
        if (!found) {
            throw Refusal.notFound();
        }
    }
}
