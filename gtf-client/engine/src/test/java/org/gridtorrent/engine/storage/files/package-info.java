/** Tests of a content's files. */
@NullMarked
package org.gridtorrent.engine.storage.files;

import org.jspecify.annotations.NullMarked;
