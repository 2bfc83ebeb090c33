/** The commands that need a site: enrol, daemon, dataset, task, folder, group, doctor. */
@NullMarked
package org.gridtorrent.client.command;

import org.jspecify.annotations.NullMarked;
