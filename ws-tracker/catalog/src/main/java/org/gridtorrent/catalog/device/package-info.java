/**
 * Machines: enrolment, what they report, how much of the time they are there ({@code Presence}), what
 * people ask them while they wait ({@code FolderQueries}).
 */
@NullMarked
package org.gridtorrent.catalog.device;

import org.jspecify.annotations.NullMarked;
