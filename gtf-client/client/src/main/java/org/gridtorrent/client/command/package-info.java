/**
 * The commands that need a site, one package for each subject; here are those of the device itself, and what
 * all of them share.
 */
@NullMarked
package org.gridtorrent.client.command;

import org.jspecify.annotations.NullMarked;
