/** What every command shares: exit statuses, output, failures, the global options. */
@NullMarked
package org.gridtorrent.standalone.cli;

import org.jspecify.annotations.NullMarked;
