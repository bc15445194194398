// Checks lines of standard input with golang.org/x/mod/sumdb/note and tlog, and prints "ok" or "refused" for
// each: `note VKEY NOTE`, `consistency OLD_SIZE OLD_ROOT SIZE ROOT HASHES`, `inclusion INDEX ENTRY SIZE ROOT
// HASHES`, and `tiles SIZE ROOT PATH=TILE...`. Roots, hashes, notes, entries and tiles are hexadecimal, "-"
// for nothing.
package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func unhex(text string) []byte {
	if text == "-" {
		return nil
	}
	data, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return data
}

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func hashes(text string) []tlog.Hash {
	data := unhex(text)
	var found []tlog.Hash
	for len(data) >= tlog.HashSize {
		var hash tlog.Hash
		copy(hash[:], data)
		found, data = append(found, hash), data[tlog.HashSize:]
	}
	return found
}

// openNote verifies a checkpoint and reads its head; tlog knows one origin only.
func openNote(vkey, text string) error {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return err
	}
	opened, err := note.Open(unhex(text), note.VerifierList(verifier))
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(opened.Text, "\n")
	_, err = tlog.ParseTree([]byte("go.sum database tree\n" + rest))
	return err
}

type tiles map[string][]byte

func (tiles) Height() int                      { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// ReadTiles serves paths without the height, as c2sp.org/tlog-tiles has them.
func (served tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range wanted {
		data, ok := served[strings.Replace(tile.Path(), "tile/8/", "tile/", 1)]
		if !ok {
			return nil, errors.New("no such tile")
		}
		found = append(found, data)
	}
	return found, nil
}

// readTiles reads every leaf hash through the tiles, which TileHashReader verifies against the root.
func readTiles(size int64, root tlog.Hash, files []string) error {
	served := tiles{}
	for _, file := range files {
		path, data, _ := strings.Cut(file, "=")
		served[path] = unhex(data)
	}
	var leaves []int64
	for index := int64(0); index < size; index++ {
		leaves = append(leaves, tlog.StoredHashIndex(0, index))
	}
	_, err := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, served).ReadHashes(leaves)
	return err
}

func check(parts []string) error {
	switch parts[0] {
	case "note":
		return openNote(parts[1], parts[2])
	case "consistency":
		old, next := hashes(parts[2])[0], hashes(parts[4])[0]
		return tlog.CheckTree(hashes(parts[5]), number(parts[3]), next, number(parts[1]), old)
	case "inclusion":
		leaf := tlog.RecordHash(unhex(parts[2]))
		root := hashes(parts[4])[0]
		return tlog.CheckRecord(hashes(parts[5]), number(parts[3]), root, number(parts[1]), leaf)
	case "tiles":
		return readTiles(number(parts[1]), hashes(parts[2])[0], parts[3:])
	}
	panic("unknown check " + parts[0])
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 64<<20)
	for input.Scan() {
		if check(strings.Fields(input.Text())) == nil {
			fmt.Println("ok")
		} else {
			fmt.Println("refused")
		}
	}
}
