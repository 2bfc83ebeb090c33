/** Tests of contents on disk, and storage and files to test with. */
@NullMarked
package org.gridtorrent.engine.storage;

import org.jspecify.annotations.NullMarked;
