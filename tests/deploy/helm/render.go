// Renders a chart like `helm template`: with Go's templates, Sprig and the functions that Helm adds. Debian has
// the libraries, not Helm itself. Usage: render CHART RELEASE VALUES.json; prints each document as a line of JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readYAML(file string) map[string]interface{} {
	text, err := os.ReadFile(file)
	check(err)
	values := map[string]interface{}{}
	check(yaml.UnmarshalStrict(text, &values))
	return values
}

// Values of the chart, replaced by those of the user, map by map.
func merge(base, over map[string]interface{}) map[string]interface{} {
	for name, value := range over {
		below, isMap := value.(map[string]interface{})
		known, wasMap := base[name].(map[string]interface{})
		if isMap && wasMap {
			base[name] = merge(known, below)
		} else {
			base[name] = value
		}
	}
	return base
}

func main() {
	folder, release, file := os.Args[1], os.Args[2], os.Args[3]
	chart := readYAML(filepath.Join(folder, "Chart.yaml"))
	root := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		check(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	root.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	check(err)
	for _, path := range files {
		text, err := os.ReadFile(path)
		check(err)
		_, err = root.New(filepath.Base(path)).Parse(string(text))
		check(err)
	}
	data := map[string]interface{}{
		"Values": merge(readYAML(filepath.Join(folder, "values.yaml")), readYAML(file)),
		"Release": map[string]interface{}{
			"Name": release, "Namespace": "default", "Service": "Helm",
		},
		"Chart": map[string]interface{}{
			"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"],
		},
	}
	for _, path := range files {
		name := filepath.Base(path)
		var text bytes.Buffer
		check(root.ExecuteTemplate(&text, name, data))
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		for _, document := range strings.Split(text.String(), "\n---\n") {
			object := map[string]interface{}{}
			check(yaml.UnmarshalStrict([]byte(document), &object))
			if len(object) == 0 {
				continue
			}
			line, err := json.Marshal(object)
			check(err)
			fmt.Println(string(line))
		}
	}
}
