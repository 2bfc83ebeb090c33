package org.gridtorrent.catalog.db;

import java.sql.Connection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/**
 * A transaction on the catalog's tables, handed to the code that belongs to it. What takes a transaction
 * as its first argument is part of the caller's transaction and commits nothing itself. In
 * {@link Database#read} each statement is a transaction of its own. Belongs to one thread, and ends with
 * the work that it was handed to.
 */
public final class Transaction {
    private final Handle handle;
    private final Database database;
    private final Map<Class<?>, Part> parts = new LinkedHashMap<>();

    /** What is gathered while a transaction runs, and written just before it commits. */
    public interface Part {
        void beforeCommit(Transaction tx);
    }

    Transaction(Handle handle, Database database) {
        this.handle = handle;
        this.database = database;
    }

    public Query createQuery(String sql) {
        return handle.createQuery(sql);
    }

    public Update createUpdate(String sql) {
        return handle.createUpdate(sql);
    }

    public PreparedBatch prepareBatch(String sql) {
        return handle.prepareBatch(sql);
    }

    public int execute(String sql) {
        return handle.execute(sql);
    }

    /** The transaction's one part of this type, made when it is first asked for. */
    public <T extends Part> T part(Class<T> type, Supplier<T> first) {
        return type.cast(parts.computeIfAbsent(type, _ -> first.get()));
    }

    void beforeCommit() {
        parts.values().forEach(part -> part.beforeCommit(this));
    }

    Connection connection() {
        return handle.getConnection();
    }

    /** As {@link Database#now}. */
    public Instant now() {
        return database.now();
    }

    /** As {@link Database#nextId}. */
    public String nextId() {
        return database.nextId();
    }
}
