/** Backups that an administrator makes and downloads. */
@NullMarked
package org.gridtorrent.ccm.admin.backup;

import org.jspecify.annotations.NullMarked;
