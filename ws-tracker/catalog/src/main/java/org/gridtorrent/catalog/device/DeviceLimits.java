package org.gridtorrent.catalog.device;

import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.TextRules;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** How fast a machine may be, as its owner set it on the pages. Its own configuration is the upper bound. */
public final class DeviceLimits {
    private static final int LONGEST = 1000;

    private final Database database;

    public DeviceLimits(Database database) {
        this.database = database;
    }

    /** Rates, or schedules of a week, as a machine's configuration has them; empty where nothing is set. */
    public record Limits(String upload, String download) {
        public static final Limits NONE = new Limits("", "");
    }

    public Limits of(String deviceId) {
        return database.read(tx -> tx.createQuery("select upload_rate as upload,"
                + " download_rate as download from device where id = :id").bind("id", deviceId)
                .map(ConstructorMapper.of(Limits.class)).findOne().orElse(Limits.NONE));
    }

    /** Replaces them; the machine hears of it at once. False when it is not the account's. */
    public boolean set(String accountId, String deviceId, Limits limits) {
        String upload = TextRules.optional(Field.UPLOAD_LIMIT, limits.upload(), LONGEST);
        String download = TextRules.optional(Field.DOWNLOAD_LIMIT, limits.download(), LONGEST);
        return database.change(tx -> tx.createUpdate("update device set"
                + " upload_rate = :upload, download_rate = :download, revision = revision + 1"
                + " where id = :id and account_id = :account and not withdrawn")
                .bind("upload", upload).bind("download", download).bind("id", deviceId)
                .bind("account", accountId).execute() == 1);
    }
}
