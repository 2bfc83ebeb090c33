/**
 * TaskReason codes: what became of a task and why, from the machine that works on it to the page that shows it.
 *
 * <p>A {@link org.gridtorrent.metainfo.reason.TaskReason} is a {@link org.gridtorrent.metainfo.reason.ReasonCode} with its
 * arguments and the reasons behind it. It crosses the wire and lies in the database as codes; each program words it in
 * a {@link org.gridtorrent.metainfo.reason.ReasonLanguage}. Values without state; for any thread.
 */
@NullMarked
package org.gridtorrent.metainfo.reason;

import org.jspecify.annotations.NullMarked;
