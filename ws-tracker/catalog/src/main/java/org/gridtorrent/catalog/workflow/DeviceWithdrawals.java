package org.gridtorrent.catalog.workflow;

import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.task.CopyLedger;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Takes machines' rights away, with all that they hold and do. */
public final class DeviceWithdrawals {
    private final Database database;

    public DeviceWithdrawals(Database database) {
        this.database = database;
    }

    /** Ends the device's rights at once. False when it is not the account's. */
    public boolean withdraw(String accountId, String deviceId) {
        return database.change(tx -> {
            int changed = tx.createUpdate("update device set withdrawn = true,"
                    + " withdrawn_at = :now, revision = revision + 1 where id = :id"
                    + " and account_id = :account and not withdrawn").bind("id", deviceId)
                    .bind("now", database.now()).bind("account", accountId).execute();
            if (changed == 1) {
                forget(tx, deviceId);
                Audit.note(tx, AuditKind.MACHINE_WITHDRAWN, accountId,
                        tx.createQuery("select name from device where id = :id")
                                .bind("id", deviceId).mapTo(String.class).one());
                // It may be connected to any of them, whatever it announced.
                ContentChange.of(tx).everyAccess();
            }
            return changed == 1;
        });
    }

    private void forget(Transaction tx, String deviceId) {
        CopyLedger.forgetDevice(tx, deviceId);
        tx.createUpdate("delete from announcement where device_id = :id")
                .bind("id", deviceId).execute();
        tx.createUpdate("delete from api_token where device_id = :id").bind("id", deviceId)
                .execute();
        tx.createUpdate("update content set state = 'FAILED' where state = 'PREPARING'"
                + " and id in (select content_id from task where device_id = :id)")
                .bind("id", deviceId).execute();
        tx.createUpdate("update task set state = 'CANCELLED', changed = :now,"
                + " reason = :reason where device_id = :id"
                + " and state in ('WAITING', 'RUNNING')")
                .bind("reason", TaskReason.of(ReasonCode.MACHINE_WITHDRAWN).encoded())
                .bind("now", database.now()).bind("id", deviceId).execute();
    }
}
