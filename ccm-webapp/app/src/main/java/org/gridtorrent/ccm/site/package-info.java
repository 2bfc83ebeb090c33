/**
 * The settings of the site that all features share, and what the program around the pages
 * provides: backups and the source of files.
 */
@NullMarked
package org.gridtorrent.ccm.site;

import org.jspecify.annotations.NullMarked;
