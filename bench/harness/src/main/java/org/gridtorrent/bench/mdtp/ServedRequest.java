package org.gridtorrent.bench.mdtp;

import java.io.IOException;

/**
 * Request that a web server answered, as its log says.
 *
 * @param status of the answer
 * @param bytes of the body that the server sent, which may be more than arrived where the client hung up
 */
record ServedRequest(int status, long bytes) {
    /** Form of a line in nginx's log. */
    static final String LOG_FORMAT = "$status $body_bytes_sent";

    static ServedRequest parse(String line) throws IOException {
        String[] fields = line.split(" ", -1);
        try {
            return new ServedRequest(Integer.parseInt(fields[0]), Long.parseLong(fields[1]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("not a line of a web server's log: '" + line + "'", e);
        }
    }
}
