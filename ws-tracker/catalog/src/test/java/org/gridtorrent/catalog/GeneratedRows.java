package org.gridtorrent.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Rows of one table of a generated site, written many at once. */
final class GeneratedRows implements AutoCloseable {
    private static final int ROWS_AT_ONCE = 1000;

    private final PreparedStatement insert;
    private int waiting;

    GeneratedRows(Connection connection, String insert) throws SQLException {
        this.insert = connection.prepareStatement(insert);
    }

    void add(@Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            insert.setObject(i + 1, values[i]);
        }
        insert.addBatch();
        if (++waiting == ROWS_AT_ONCE) {
            flush();
        }
    }

    private void flush() throws SQLException {
        if (waiting > 0) {
            insert.executeBatch();
            waiting = 0;
        }
    }

    @Override
    public void close() throws SQLException {
        flush();
        insert.close();
    }
}
