/** Tests of the resume journal and the permission to overwrite files. */
@NullMarked
package org.gridtorrent.engine.storage.journal;

import org.jspecify.annotations.NullMarked;
