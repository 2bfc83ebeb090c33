/**
 * Changes that users make, the same by pages and by programs. A command checks that the thing is the account's,
 * changes the catalog and logs. Pages and resources parse their input, call a command and render. Changes
 * without a log line are commands of the catalog itself. All types serve many threads.
 */
@NullMarked
package org.gridtorrent.ccm.command;

import org.jspecify.annotations.NullMarked;
