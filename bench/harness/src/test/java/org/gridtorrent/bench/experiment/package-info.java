@NullMarked
package org.gridtorrent.bench.experiment;

import org.jspecify.annotations.NullMarked;
