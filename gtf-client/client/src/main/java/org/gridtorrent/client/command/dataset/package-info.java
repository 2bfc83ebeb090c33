/** Data sets: publish, drafts, search, get, open, access, copies and replicas. */
@NullMarked
package org.gridtorrent.client.command.dataset;

import org.jspecify.annotations.NullMarked;
